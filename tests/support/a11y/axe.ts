import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Expects no axe violation of WCAG 2.2 AA (including target size 24 px) and of axe's best practices: one main
 * landmark, all content in landmarks, heading order, unique landmark names.
 */
export async function expectBestPractices(page: Page): Promise<void> {
  // A control half covered by a sticky header would fail the target size rule only because of the scroll
  // position.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, [...WCAG_TAGS, 'best-practice'])
}

/** The axe rules for WCAG 2.2, levels A and AA. */
export const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Fails with rule, help and the first elements of each violation that axe finds in the document. Frames are
 * not scanned (the product has none). axe is evaluated once per document: `AxeBuilder` does so twice per
 * scan, which took longer than the scan.
 */
export async function expectAccessible(page: Page, tags = WCAG_TAGS): Promise<void> {
  // Colors in transition and a dialog that fades in do not have their final contrast.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((each) => each instanceof CSSTransition)
        .map((each) => each.finished.catch(() => {})),
    ),
  )
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (values) =>
      axe.run(document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
        iframes: false,
        preload: false,
      }),
    tags,
  )
  const report = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 4).map(({ html }) => html.slice(0, 200)),
  }))
  expect(report).toEqual([])
}

import { expect, type Page } from '@playwright/test'
import { axe } from '../fixtures.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * WCAG 2.2 AA by axe, targets of 24 px among it, and what axe calls good practice: one main landmark, everything in a
 * landmark, headings in their order, no two landmarks of one name.
 */
export async function expectWellMade(page: Page): Promise<void> {
  // A control halfway under what stays on top is as large as it is: only the scroll is in its way.
  await page.evaluate(() => scrollTo(0, 0))
  const { violations } = await axe(page, TAGS).analyze()
  const report = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 4).map(({ html }) => html.slice(0, 160)),
  }))
  expect(report).toEqual([])
}

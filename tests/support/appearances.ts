import { expect, type Page } from '@playwright/test'
import { expectAccessible, NIGHTLY, WIDTHS } from './fixtures.ts'

export interface Appearance {
  name: string
  viewport: { width: number; height: number }
  theme: 'dark' | 'light'
  /** For the options of `test` or `test.describe`: the tier in which this combination runs. */
  tag: string[]
}

/**
 * Both widths in both themes. The fast tier runs desktop dark and phone light, the nightly tier the other
 * two.
 */
export const APPEARANCES: readonly Appearance[] = Object.entries(WIDTHS).flatMap(([name, viewport]) =>
  (['dark', 'light'] as const).map((theme) => {
    const inFastTier = (name === 'desktop') === (theme === 'dark')
    return { name: `${name}, ${theme}`, viewport, theme, tag: inFastTier ? [] : [NIGHTLY] }
  }),
)

/** The tag for tests of which the fast tier runs a single combination, the one at this width. */
export const tagAt = (width: keyof typeof WIDTHS, { viewport, tag }: Appearance): string[] =>
  viewport === WIDTHS[width] ? tag : [NIGHTLY]

/** Sets viewport and theme of the system, which the product follows until the visitor chooses another. */
export async function look(
  page: Page,
  { viewport, theme }: Pick<Appearance, 'viewport' | 'theme'>,
): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: theme })
}

/** Expects that the document is not wider than the viewport. */
export const expectNoHorizontalScroll = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBeLessThanOrEqual(0)

/** Checks that apply to every screen and dialog: no axe violation, no horizontal scrolling. */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
}

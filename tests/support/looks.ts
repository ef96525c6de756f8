import { expect, type Page } from '@playwright/test'
import { expectAccessible, NIGHTLY, WIDTHS } from './fixtures.ts'

export interface Look {
  name: string
  viewport: { width: number; height: number }
  theme: 'dark' | 'light'
  /** For the options of `test` or `test.describe`: the tier that the look belongs to. */
  tag: string[]
}

/** Both widths, each in both themes. The fast tier has the two that differ in both; the others run nightly. */
export const LOOKS: readonly Look[] = Object.entries(WIDTHS).flatMap(([name, viewport]) =>
  (['dark', 'light'] as const).map((theme) => {
    const inFastTier = (name === 'desktop') === (theme === 'dark')
    return { name: `${name}, ${theme}`, viewport, theme, tag: inFastTier ? [] : [NIGHTLY] }
  }),
)

/** The tag of a look where the fast tier has a single look, the one at this width. */
export const tagAt = (width: keyof typeof WIDTHS, { viewport, tag }: Look): string[] =>
  viewport === WIDTHS[width] ? tag : [NIGHTLY]

/** Sets width and theme for what this page opens from now on. */
export async function look(page: Page, { viewport, theme }: Pick<Look, 'viewport' | 'theme'>): Promise<void> {
  await page.setViewportSize(viewport)
  await page.addInitScript((value) => localStorage.setItem('propsight.theme', value), theme)
}

/** Nothing is wider than the window. */
export const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBeLessThanOrEqual(0)

/** What holds for every screen and dialog, whatever it shows: no violation by axe, no sideways scroll. */
export async function expectInOrder(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

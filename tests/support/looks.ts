import { expect, type Page } from '@playwright/test'
import { expectAccessible, WIDTHS } from './fixtures.ts'

/** How every screen is looked at: both widths, each in both themes. */
export const LOOKS = Object.entries(WIDTHS).flatMap(([name, viewport]) =>
  (['dark', 'light'] as const).map((theme) => ({ name: `${name}, ${theme}`, viewport, theme })),
)
export type Look = (typeof LOOKS)[number]

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
  // A dialog that still fades in has the contrast of glass.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((each) => each instanceof CSSTransition)
        .map((each) => each.finished.catch(() => {})),
    ),
  )
  await expectAccessible(page)
}

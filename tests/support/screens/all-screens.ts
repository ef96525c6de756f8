import { expect, type Page } from '@playwright/test'
import { ADMIN_SCREENS } from './admin-screens.ts'
import { DASHBOARD_SCREENS } from './dashboard-screens.ts'
import { PICKS_SCREENS } from './picks-screens.ts'
import { PUBLIC_SCREENS } from './public-screens.ts'
import type { Screen, ScreenContext } from './screen.ts'
import { SHELL_SCREENS } from './shell-screens.ts'

/** Every screen and layer of the product, with data or in a state that users can reach. */
export const SCREENS: readonly Screen[] = [
  ...PUBLIC_SCREENS,
  ...DASHBOARD_SCREENS,
  ...PICKS_SCREENS,
  ...SHELL_SCREENS,
  ...ADMIN_SCREENS,
]

/** Opens a screen and waits until fonts are loaded and all transitions have ended. */
export async function openScreen(screen: Screen, context: ScreenContext): Promise<void> {
  await screen.open(context)
  await waitForTransitions(context.page)
}

/** Waits until the fonts are loaded and all transitions have ended. */
export async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter((each) => each instanceof CSSTransition).length)
  await expect.poll(moving).toBe(0)
}

import { expect, type Page } from '@playwright/test'
import { stubWeather } from '../stubs/weather.ts'
import { ADMIN_SCREENS } from './admin-screens.ts'
import { DASHBOARD_SCREENS } from './dashboard-screens.ts'
import { PICKS_SCREENS } from './picks-screens.ts'
import type { Screen, ScreenContext } from './screen.ts'
import { SHELL_SCREENS } from './shell-screens.ts'

/** The screens that need no session. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  {
    name: 'sign in, with a refusal',
    path: '/',
    expected: [/status of 400/],
    async open({ page, site }) {
      await page.goto(site.url)
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'sign up, with an error',
    path: '/',
    async open({ page, site }) {
      await page.goto(site.url)
      await page.getByRole('button', { name: 'Sign up with an access code' }).click()
      await page.getByLabel('Email').fill('somebody@example.com')
      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.getByLabel('Confirm password').fill('another horse')
      await page.getByLabel('Date of birth').fill('1988-05-17')
      await page.getByLabel('Access code').fill('NONE')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'pitchers',
    path: '/pitchers',
    async open({ page, site }) {
      await stubWeather(page)
      await page.goto(`${site.url}/pitchers`)
      await expect(page.getByText(/^Numbers read/).or(page.getByRole('alertdialog'))).toBeVisible({
        timeout: 30_000,
      })
    },
  },
  {
    name: 'pitchers that cannot be read',
    path: '/pitchers',
    expected: [/status of 503/],
    async open({ page, site }) {
      await page.route('**/api/pitchers?**', (route) =>
        route.fulfill({ status: 503, json: { error: 'Away', message: 'Away', code: 'UPSTREAM_ERROR' } }),
      )
      await page.goto(`${site.url}/pitchers`)
      await expect(page.getByRole('alert').or(page.getByRole('alertdialog')).first()).toBeVisible()
    },
  },
]

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

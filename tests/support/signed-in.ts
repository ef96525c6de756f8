import type { BrowserContextOptions, Page } from '@playwright/test'
import { test as base, demoAccount, expect, productUrl } from './fixtures.ts'
import { signIn } from './session.ts'

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>

/**
 * Playwright test that starts signed in: the demo account signs in once per worker, and every page has its
 * session.
 */
export const test = base.extend<object, { session: State }>({
  session: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      const { email, password } = demoAccount()
      await signIn(page, email, password)
      const state = await page.context().storageState()
      await page.context().close()
      await use(state)
    },
    { scope: 'worker' },
  ],
  storageState: ({ session }, use) => use(session),
})

export { expect }

export const openTab = (page: Page, name: string) =>
  page.getByRole('link', { name }).filter({ visible: true }).first().click()

const MARK = 'notReloaded'
/** Marks this document, so that `isMarked` detects a reload. */
export const markPage = (page: Page) => page.evaluate((mark) => Reflect.set(globalThis, mark, true), MARK)
export const isMarked = (page: Page) => page.evaluate((mark) => Reflect.get(globalThis, mark) === true, MARK)

/** Opens the Dashboard and marks the document, so that `isMarked` detects a reload. */
export async function openProduct(page: Page): Promise<void> {
  await page.goto(productUrl())
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await markPage(page)
}

/**
 * Whether a tampered script (sets the global `tampered`) or stylesheet (a 7 px outline of the body) took
 * effect.
 */
export const showsTampered = (page: Page) =>
  page.evaluate(
    () => Reflect.has(globalThis, 'tampered') || getComputedStyle(document.body).outlineWidth === '7px',
  )

/** Expects that the header, another tab and another remote work. */
export async function expectTheRestWorks(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByText(/^\d+ credits?$/)).toBeVisible()
  await openTab(page, 'My Picks')
  await expect(page).toHaveURL(/\/picks$/)
  await expect(
    page
      .locator('#main')
      .getByText(/No Picks Saved|Saved/i)
      .first(),
  ).toBeVisible()
  await openTab(page, 'Pricing')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

/**
 * Signs out in this browser only; the logout request is intercepted because other tests share the session.
 */
export async function expectSignOutWorks(page: Page): Promise<void> {
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
}

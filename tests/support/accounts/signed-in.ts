import type { Page } from '@playwright/test'
import { test as base, expect, productUrl } from '../fixtures.ts'

/** Tests that begin signed in: every page starts with the demo account's session. */
export const test = base.extend({ storageState: ({ session }, use) => use(session) })

export { expect }

export const openTab = (page: Page, name: string) =>
  page.getByRole('link', { name }).filter({ visible: true }).first().click()

const MARK = 'notReloaded'
/** Marks this page load, for a test that says that nothing was loaded anew. */
export const markPage = (page: Page) => page.evaluate((mark) => Reflect.set(globalThis, mark, true), MARK)
export const isMarked = (page: Page) => page.evaluate((mark) => Reflect.get(globalThis, mark) === true, MARK)

/** The dashboard of this test's product, marked, so that a reload would be seen. */
export async function openProduct(page: Page): Promise<void> {
  await page.goto(productUrl())
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await markPage(page)
}

/** Whether a file ran or styled that sets `tampered`, or a 7 px outline around the page. */
export const showsTampered = (page: Page) =>
  page.evaluate(
    () => Reflect.has(globalThis, 'tampered') || getComputedStyle(document.body).outlineWidth === '7px',
  )

/** Header, another tab, another remote and the way out, as they are when nothing is broken. */
export async function expectOtherPagesWork(page: Page): Promise<void> {
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

/** Signs out in this browser alone: other tests go on with the same session. */
export async function expectSignOutWorks(page: Page): Promise<void> {
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
}

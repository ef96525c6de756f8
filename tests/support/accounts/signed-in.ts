import type { Page } from '@playwright/test'
import { test as base, expect, productUrl } from '../fixtures.ts'

/** Playwright test whose pages start with the session of the demo account. */
export const test = base.extend({ storageState: ({ session }, use) => use(session) })

export { expect }

export const openTab = (page: Page, name: string) =>
  page.getByRole('link', { name }).filter({ visible: true }).first().click()

const MARK = 'notReloaded'
/** Marks this page load, so that a test can detect a reload. */
export const markPage = (page: Page) => page.evaluate((mark) => Reflect.set(globalThis, mark, true), MARK)
export const isMarked = (page: Page) => page.evaluate((mark) => Reflect.get(globalThis, mark) === true, MARK)

/** Opens the Dashboard of the shared product and marks the page load. */
export async function openProduct(page: Page): Promise<void> {
  await page.goto(productUrl())
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await markPage(page)
}

/** Whether a tampered file took effect: a script sets `tampered`, a style sheet an outline of 7 px. */
export const showsTampered = (page: Page) =>
  page.evaluate(
    () => Reflect.has(globalThis, 'tampered') || getComputedStyle(document.body).outlineWidth === '7px',
  )

/** Expects that the header, another remote and a shell screen work. */
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

/** Signs out. The request to the data service is stubbed, because other tests use the same session. */
export async function expectSignOutWorks(page: Page): Promise<void> {
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
}

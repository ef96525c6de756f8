import type { Page } from '@playwright/test'
import {
  expect,
  expectOtherPagesWork,
  isMarked,
  openProduct,
  openTab,
  test,
} from '../support/accounts/signed-in.ts'
import { NIGHTLY } from '../support/fixtures.ts'

test.use({ trace: 'off' })
test.beforeEach(({ watch }) => {
  watch.expected.push(/Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/)
})

const SHELL_FILES = '**/bundles/shell/**'
const blockShellFiles = (page: Page) => page.route(SHELL_FILES, (route) => route.abort('connectionrefused'))
const unblockShellFiles = (page: Page) => page.unroute(SHELL_FILES)
const account = (page: Page) => page.getByRole('button', { name: /^Account/ })

test('F4 A shell screen whose chunk fails shows an error, the rest works, and Retry loads the screen', async ({
  page,
}) => {
  await openProduct(page)
  await blockShellFiles(page)
  await openTab(page, 'Pricing')
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  await openTab(page, 'My Picks')
  await expect(page.getByText('No Picks Saved')).toBeVisible()
  await openTab(page, 'Pricing')
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.click()
  await expect(retry).toBeVisible()
  await unblockShellFiles(page)
  await retry.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
  await expectOtherPagesWork(page)
  expect(await isMarked(page)).toBe(true)
})

test('F4 A dialog opened offline shows an error, and opens when the network is back', {
  tag: NIGHTLY,
}, async ({ page }) => {
  await openProduct(page)
  await page.context().setOffline(true)
  await account(page).click()
  await expect(page.getByRole('alert').getByText('This did not open')).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await page.context().setOffline(false)
  await account(page).click()
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('F4 Signing out without the server shows an error, and Retry loads the sign-in screen', {
  tag: NIGHTLY,
}, async ({ page }) => {
  await openProduct(page)
  await account(page).click()
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 204 }))
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  await expect(signOut).toBeVisible()
  await blockShellFiles(page)
  await signOut.click()
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  await unblockShellFiles(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
})

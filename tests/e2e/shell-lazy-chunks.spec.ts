import type { Page } from '@playwright/test'
import {
  expect,
  expectOtherPagesWork,
  isMarked,
  openProduct,
  openTab,
  test,
} from '../support/accounts/signed-in.ts'

test.use({ trace: 'off' })
test.beforeEach(({ watch }) => {
  watch.expected.push(/Failed to load resource|ERR_CONNECTION_REFUSED/)
})

const SHELL_FILES = '**/bundles/shell/**'
const blockShellFiles = (page: Page) => page.route(SHELL_FILES, (route) => route.abort('connectionrefused'))
const unblockShellFiles = (page: Page) => page.unroute(SHELL_FILES)

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

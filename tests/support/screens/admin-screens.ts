import { expect, type Page } from '@playwright/test'
import { demoAccount, productUrl } from '../fixtures.ts'
import { adminNav, keyField, openAdmin } from '../pages/admin-page.ts'
import type { Screen } from './screen.ts'

/** Console error of the request without a key, which the screen sends before it asks for one. */
const REFUSED = [/status of (401|403)/]

const screen = (name: string, query: string, then: (page: Page) => Promise<unknown>): Screen => ({
  name,
  path: '/adminaccess',
  expected: REFUSED,
  async open({ page }) {
    await openAdmin(page, productUrl(), process.env.PROPSIGHT_ADMIN_KEY ?? '', query)
    await then(page)
  },
})

const table = (page: Page, name: string) => expect(page.getByRole('table', { name })).toBeVisible()

/** The admin screens, on the shared product whose admin key the tests know. */
export const ADMIN_SCREENS: readonly Screen[] = [
  {
    name: 'admin, key form',
    path: '/adminaccess',
    expected: REFUSED,
    async open({ page }) {
      await page.goto(`${productUrl()}/adminaccess`)
      await expect(keyField(page)).toBeVisible()
    },
  },
  screen('admin, codes', '', (page) => table(page, 'Access codes')),
  screen('admin, many codes', '', async (page) => {
    await table(page, 'Access codes')
    await page.getByRole('button', { name: 'Create many' }).click()
    await expect(page.getByRole('dialog', { name: 'Create many' })).toBeVisible()
  }),
  screen('admin, deletion of a code', '', async (page) => {
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  {
    ...screen('admin, list that cannot be read', '?view=users', async (page) => {
      await page.route('**/api/admin/list-codes*', (route) => route.fulfill({ status: 503, body: '' }))
      await adminNav(page).getByRole('link', { name: 'Codes', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    }),
    expected: [...REFUSED, /status of 503/],
  },
  screen('admin, credits of a user', '?view=users', async (page) => {
    // The newest accounts belong to other tests, and may have no credits yet.
    const { email } = demoAccount()
    await page.getByLabel('Search email or id').fill(email)
    await page.getByRole('link', { name: email }).click()
    await table(page, 'Ledger')
    await page.getByRole('button', { name: 'Adjust credits' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Adjust credits' })).toBeVisible()
  }),
  screen('admin, retirement of a remote', '?view=releases', async (page) => {
    await page.getByRole('link', { name: 'picks', exact: true }).click()
    await table(page, 'History')
    await page.getByRole('button', { name: 'Retire', exact: true }).click()
    await expect(page.getByRole('alertdialog', { name: 'Retire picks?' })).toBeVisible()
  }),
  screen('admin, value of a configuration', '?view=releases', async (page) => {
    const declared = { shown: { type: 'boolean', default: false }, limit: { type: 'integer', default: 10 } }
    await page.route('**/api/remotes/picks/config', (route) =>
      route.fulfill({ json: { name: 'picks', declared, values: [] } }),
    )
    await page.getByRole('link', { name: 'picks', exact: true }).click()
    await page.getByRole('button', { name: 'Change limit' }).click()
    await expect(page.getByRole('dialog', { name: 'Change limit of picks' })).toBeVisible()
  }),
  screen('admin, administrators', '', async (page) => {
    await adminNav(page).getByRole('link', { name: 'Administrators' }).click()
    await expect(page.getByRole('heading', { name: 'Administrators', exact: true })).toBeVisible()
  }),
  screen('admin, users', '?view=users', (page) => table(page, 'Users')),
  screen('admin, releases', '?view=releases', (page) => table(page, 'Remotes')),
  screen('admin, audit', '?view=audit', (page) =>
    expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible(),
  ),
]

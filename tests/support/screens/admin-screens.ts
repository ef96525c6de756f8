import { expect, type Page } from '@playwright/test'
import { productUrl } from '../fixtures.ts'
import { keyField, openAdmin } from '../pages/admin-page.ts'
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
  screen('admin, users', '?view=users', (page) => table(page, 'Users')),
  screen('admin, releases', '?view=releases', (page) => table(page, 'Remotes')),
  screen('admin, audit', '?view=audit', (page) =>
    expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible(),
  ),
]

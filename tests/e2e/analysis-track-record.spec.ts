import { openWithSession } from '../support/accounts/session.ts'
import { expectAccessibleLayout } from '../support/appearances.ts'
import { expect, test } from '../support/fixtures.ts'

const RECORD = 'How good are these numbers?'

test('N12: The link of the track record opens it, and its heading has the focus each time', async ({
  page,
  site,
}) => {
  const link = page.getByRole('link', { name: RECORD })
  const heading = page.getByRole('heading', { level: 1, name: RECORD })
  await openWithSession(page, site.url, await site.newUser())
  await page.goto(`${site.url}/?page=record`)
  await expect(page.getByRole('region', { name: 'Where it misses' })).toBeVisible()
  await expect(heading).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
  await link.click()
  await expect(page.getByRole('region', { name: 'Where it misses' })).toBeVisible()
  await expect(heading).toBeFocused()
  await page.getByRole('button', { name: 'Dashboard' }).click()
  await expect(link).toBeFocused()
})

test('F4 N12: The track record says that it could not be loaded while the picks remote is down', async ({
  page,
  site,
  watch,
}) => {
  watch.expected.push(/Failed to load resource|ERR_FAILED|RUNTIME-\d+|did not load/)
  await page.route('**/bundles/picks/**', (route) => route.abort())
  await openWithSession(page, site.url, await site.newUser())
  const link = page.getByRole('link', { name: RECORD })
  await link.click()
  await expect(page.getByRole('alert')).toContainText('The record could not be loaded')
  await expect(page.getByRole('heading', { level: 1, name: RECORD })).toBeFocused()
  await expectAccessibleLayout(page)
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
})

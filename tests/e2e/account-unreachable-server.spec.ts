import { openAsNewUser } from '../support/accounts/session.ts'
import { expect, expectAccessible, NIGHTLY, test } from '../support/fixtures.ts'
import { openAccount, openDataAndLimits } from '../support/pages/account-dialog.ts'

test('A11: limit, download and break report an unreachable server, keep the input and work again afterwards', {
  tag: NIGHTLY,
}, async ({ page, watch }) => {
  watch.expected.push(/Failed to load resource|ERR_/)
  await openAsNewUser(page)
  await page.route('**/api/account/**', (route) => route.abort('connectionrefused'))
  const dialog = await openDataAndLimits(page)
  await expect(dialog.getByText('Your limits could not be loaded.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/account/**')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('No limit', { exact: true })).toBeVisible()

  await page.context().setOffline(true)
  await dialog.getByLabel('Credits in 24 hours').fill('7')
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The server did not answer. Try again.')
  await dialog.getByRole('button', { name: 'Download my data' }).click()
  await expect(dialog.getByRole('region', { name: 'Your data' }).getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Take a break' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take the break' }).click()
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(
    'The server did not answer. Try again.',
  )
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await expect(dialog.getByLabel('Credits in 24 hours')).toHaveValue('7')
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  await expect(dialog.getByText('0 of 7')).toBeVisible()
})

test('F4 A11: "Your data and limits" reports that its code did not load, and Retry loads it', async ({
  page,
  watch,
}) => {
  watch.expected.push(/Failed to load resource|ERR_/)
  await openAsNewUser(page)
  const dialog = await openAccount(page)
  await page.route('**/bundles/shell/**', (route) => route.abort('connectionrefused'))
  await dialog.getByRole('radio', { name: 'Your data and limits' }).check({ force: true })
  await expect(dialog.getByText('This part did not load.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/bundles/shell/**')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('heading', { name: 'Daily limit' })).toBeVisible()
})

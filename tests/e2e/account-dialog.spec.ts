import type { Page } from '@playwright/test'
import { anonymousClient, freshEmail, PASSWORD } from '../support/accounts/create-account.ts'
import { linkTo, openLink } from '../support/accounts/mailbox.ts'
import { dashboard, newAccount, signIn } from '../support/accounts/session.ts'
import { expect, expectAccessible, NIGHTLY, productUrl, test, WIDTHS } from '../support/fixtures.ts'
import { accountDialog, openAccount } from '../support/pages/account-dialog.ts'

const changeOf = (page: Page) => accountDialog(page).getByRole('button', { name: 'Change', exact: true })

/** Requests another address in the open dialog. */
async function change(page: Page, email: string): Promise<void> {
  const dialog = accountDialog(page)
  await changeOf(page).click()
  await dialog.getByLabel('New email').fill(email)
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Save' }).click()
}

for (const [name, viewport] of Object.entries(WIDTHS)) {
  const tag = name === 'desktop' ? [] : [NIGHTLY]
  test.describe(`account dialog at ${viewport.width} px`, { tag }, () => {
    test.use({ viewport })

    test('A12: changes the e-mail by a link from a mail, once per month', async ({ page, watch }) => {
      watch.expected.push(/status of 429/)
      const first = await newAccount()
      const second = freshEmail()
      await signIn(page, first)
      const dialog = await openAccount(page)
      await changeOf(page).click()
      await expect(dialog.getByLabel('New email')).toBeFocused()
      await expectAccessible(page)
      await page.screenshot({ path: `test-results/screens/account-change-${name}.png` })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog.getByLabel('New email')).toBeHidden()
      await expect(changeOf(page)).toBeFocused()
      // Required: nothing is sent without an address.
      await changeOf(page).click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByLabel('New email')).toBeFocused()
      await changeOf(page).click()

      await change(page, second)
      await expect(dialog.getByText(/Open the link in the mail to/)).toContainText(second)
      await expect(dialog.getByText('Email updated successfully!')).toHaveCount(0)
      await expect(dialog.getByText(first)).toBeVisible()
      await expectAccessible(page)

      // The link is opened in another tab of the same browser; this tab updates.
      const other = await page.context().newPage()
      await openLink(other, await linkTo(productUrl(), second))
      await expect(dashboard(other)).toBeVisible()
      expect(other.url()).not.toContain('access_token')
      await expect(other.getByText('Email updated successfully!')).toBeVisible()
      await other.close()
      await expect(dialog.getByText('Email updated successfully!')).toBeVisible()
      await expect(dialog.getByText(second)).toBeVisible()
      await expect(dialog.getByText(first)).toHaveCount(0)

      await changeOf(page).click()
      await expect(dialog.getByText(/Email can only be changed once per month/)).toHaveText(
        'Email can only be changed once per month. You can change it again in 30 days.',
      )
      await expect(dialog.getByLabel('New email')).toHaveCount(0)
      await expectAccessible(page)
      await page.screenshot({ path: `test-results/screens/account-month-${name}.png` })
      const client = await anonymousClient(productUrl())
      const { error } = await client.auth.signInWithPassword({ email: second, password: PASSWORD })
      expect(error).toBeNull()
    })
  })
}

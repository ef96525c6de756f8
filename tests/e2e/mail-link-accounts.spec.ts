import { confirmLink, linkTo } from '../support/accounts/mailbox.ts'
import { dashboard, newAccount, openAsNewUser, signIn } from '../support/accounts/session.ts'
import { expect, productUrl, test } from '../support/fixtures.ts'
import { requestEmailChange } from '../support/pages/account-dialog.ts'
import { login, requestMail } from '../support/pages/sign-in-page.ts'

test('A12 a change of the email that is confirmed in another browser signs nobody in there, and says so', async ({
  page,
  browser,
}) => {
  const email = await requestEmailChange(page)
  const other = await browser.newPage()
  await other.goto(await linkTo(productUrl(), email))
  await expect(other.getByText('You then sign in with it.')).toBeVisible()
  await confirmLink(other)
  await expect(login(other)).toBeVisible()
  await expect(other.getByText(`The email is now ${email}. Sign in with it.`)).toBeVisible()
  await signIn(other, email)
  await expect(dashboard(other)).toBeVisible()
  await other.context().close()
})

test('A12 a change of the email of another account keeps the account that is signed in, and says so', async ({
  page,
  browser,
}) => {
  const email = await requestEmailChange(page)
  const other = await browser.newPage()
  const own = await openAsNewUser(other)
  await other.goto(await linkTo(productUrl(), email))
  await expect(other.getByText(`You stay signed in as ${own}.`)).toBeVisible()
  await confirmLink(other)
  await expect(
    other.getByText(`The email of another account is now ${email}. You are still signed in as ${own}.`),
  ).toBeVisible()
  await expect(dashboard(other)).toBeVisible()
  await other.context().close()
})

test('A6 a link signs in after the network failed between the use of its token and the sign-in', async ({
  page,
  watch,
}) => {
  watch.expected.push(/ERR_FAILED|Failed to load resource/)
  const email = await newAccount()
  await page.goto(productUrl())
  await requestMail(page, email, 'Email me a sign-in link')
  await page.goto(await linkTo(productUrl(), email))
  await page.route('**/auth/v1/user', (route) => route.abort(), { times: 1 })
  await confirmLink(page)
  await expect(page.getByRole('alert')).toHaveText('The server did not answer. Try again.')
  await confirmLink(page)
  await expect(dashboard(page)).toBeVisible()
})

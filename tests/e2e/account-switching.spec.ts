import { dashboard, newAccount, signIn } from '../support/accounts/session.ts'
import { isMarked, markPage } from '../support/accounts/signed-in.ts'
import { expect, productUrl, test } from '../support/fixtures.ts'
import { fillSignIn, login, signOut } from '../support/pages/sign-in-page.ts'

test('A11 A13: a second account in the same browser sees only its own data, also in another open tab', async ({
  page,
  context,
}) => {
  const ada = await newAccount()
  const rae = await newAccount()
  await signIn(page, ada)
  const other = await context.newPage()
  await other.goto(productUrl())
  await expect(dashboard(other)).toBeVisible()
  await markPage(other)
  // A background tab draws one frame per second, and every click waits for two.
  await page.bringToFront()
  await signOut(page)
  await expect(login(other)).toBeVisible()
  expect(await isMarked(other)).toBe(true)
  await fillSignIn(page, rae)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dashboard(page)).toBeVisible()
  // The other tab held data of the first account, so it reloads.
  await expect(dashboard(other)).toBeVisible()
  await expect.poll(() => isMarked(other)).toBe(false)
  for (const tab of [page, other]) {
    await tab.bringToFront()
    await tab.getByRole('button', { name: /^Account/ }).click()
    await expect(tab.getByRole('dialog').getByText(rae)).toBeVisible()
    await expect(tab.getByText(ada)).toHaveCount(0)
  }
})

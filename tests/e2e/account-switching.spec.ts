import type { Page } from '@playwright/test'
import { linkTo } from '../support/accounts/mailbox.ts'
import { dashboard, newAccount, signIn } from '../support/accounts/session.ts'
import { isMarked, markPage } from '../support/accounts/signed-in.ts'
import { expect, NIGHTLY, productUrl, test } from '../support/fixtures.ts'
import { fillSignIn, login, requestMail, signOut } from '../support/pages/sign-in-page.ts'

const userOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('propsight.auth') ?? '{}').user?.email as string)

test('A7 A11: a link of another account does not replace the session, in no tab, and shows nothing of that account', {
  tag: NIGHTLY,
}, async ({ page, context }) => {
  const ada = await newAccount()
  const rae = await newAccount()
  await signIn(page, ada)
  const other = await context.newPage()
  await other.goto(`${productUrl()}/picks`)
  await expect(other.getByRole('button', { name: /^Account/ })).toBeVisible()
  await markPage(other)

  const visitor = await context.browser()?.newPage()
  if (!visitor) throw new Error('no browser')
  await visitor.goto(productUrl())
  await requestMail(visitor, rae, 'Email me a sign-in link')
  await visitor.context().close()

  await page.addInitScript((second) => {
    const look = () => {
      if (document.body?.textContent?.includes(second)) Reflect.set(globalThis, 'wasShown', true)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }, rae)
  const mail = await linkTo(productUrl(), rae)
  await page.goto(mail)
  await expect(page.getByText('That link belongs to another account')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to Propsight' }).click()
  await expect(dashboard(page)).toBeVisible()
  expect(await userOf(page)).toBe(ada)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'wasShown'))).toBeUndefined()
  expect(await isMarked(other)).toBe(true)
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  expect(await userOf(page)).toBe(ada)
})

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

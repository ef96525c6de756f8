import type { Page } from '@playwright/test'
import { expect, test } from '../support/accounts/signed-in.ts'
import { APPEARANCES, expectAccessibleLayout, look } from '../support/appearances.ts'
import { NIGHTLY, productUrl } from '../support/fixtures.ts'

const CLOSED = 'Purchases are not open yet.'
const UPGRADE = 'Upgrade to a paid plan to purchase additional credits'

const openPricing = async (page: Page) => {
  await page.goto(`${productUrl()}/pricing`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
}
const offers = (page: Page) => page.locator('#main').getByRole('listitem')

/** Rewrites the plan in the profile that the page reads, since no plan can be bought. */
async function onPlan(page: Page, plan: string) {
  await page.route('**/rest/v1/user_profiles*', async (route) => {
    const answer = await route.fetch()
    const body: unknown = JSON.parse((await answer.text()) || 'null')
    const changed = Array.isArray(body) ? body.map((row) => ({ ...row, plan })) : { ...Object(body), plan }
    await route.fulfill({ response: answer, json: changed })
  })
}

for (const each of APPEARANCES)
  test(`S10 The pricing page shows the packages as specified (${each.name})`, {
    tag: each.name === 'desktop, dark' ? [] : NIGHTLY,
  }, async ({ page }) => {
    await look(page, each)
    await openPricing(page)
    await expect(offers(page)).toHaveText([
      /^Weekly30 credits a week.*TBDChoose$/,
      /^MonthlyMost Popular120 credits a month.*TBD35% OFFChoose$/,
      /^Yearly1,440 credits a year.*TBD46% OFFChoose$/,
    ])
    await expect(page.getByText(/^30 credits, once. Price TBD$/)).toBeVisible()
    await expect(page.getByText(UPGRADE, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /Buy Now/ })).toHaveCount(0)
    await expectAccessibleLayout(page)
    for (const label of ['Weekly', 'Monthly', 'Yearly']) {
      await page.getByRole('button', { name: `Choose ${label}` }).click()
      await expect(page.getByText(CLOSED, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.getByText(CLOSED)).toHaveCount(0)
    }
  })

for (const [plan, tag] of [
  ['basic', []],
  ['premium', [NIGHTLY]],
] as const)
  test(`S10 Buy Now shows a user of the plan ${plan} that purchases are closed`, {
    tag: [...tag],
  }, async ({ page }) => {
    await onPlan(page, plan)
    await openPricing(page)
    await page.getByRole('button', { name: /^Buy Now/ }).click()
    await expect(page.getByText(CLOSED, { exact: true })).toBeVisible()
    await expect(page.getByText(UPGRADE)).toHaveCount(0)
    await expectAccessibleLayout(page)
  })

import type { Page } from '@playwright/test'
import { newAccount, signIn } from '../support/accounts/session.ts'
import { isMarked, markPage, openTab } from '../support/accounts/signed-in.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { advanceClockUntilResponse } from '../support/page-clock.ts'
import { tokenOf } from '../support/pages/sign-in-page.ts'

const REFRESH = /\/auth\/v1\/token\?grant_type=refresh_token/
const MINUTE = 60_000

/** Types into the form of Contact Us and does not send it. */
async function typeMessage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Contact Us' }).click()
  await page.getByLabel('Message *').fill('Half a sentence, not yet sent')
  await markPage(page)
}
async function expectTyped(page: Page): Promise<void> {
  await expect(page.getByLabel('Message *')).toHaveValue('Half a sentence, not yet sent')
  expect(await isMarked(page)).toBe(true)
}
/** Opens a remote that reads with the session. */
async function expectNextActionWorks(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await openTab(page, 'My Picks')
  await expect(page).toHaveURL(/\/picks$/)
  await expect(
    page
      .locator('#main')
      .getByText(/No Picks Saved|Saved/i)
      .first(),
  ).toBeVisible()
}

test('A2 The token is refreshed within the hour, typed text stays, and the next action works', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, await newAccount())
  const first = await tokenOf(page)
  await typeMessage(page)
  const answer = await advanceClockUntilResponse(page, 30 * MINUTE, REFRESH)
  expect(answer.status()).toBe(200)
  await expect.poll(() => tokenOf(page)).not.toBe(first)
  await expectTyped(page)
  await expectNextActionWorks(page)
})

test('A2 A refresh that fails or is rate-limited is retried, and the session continues', {
  tag: NIGHTLY,
}, async ({ page, watch }) => {
  // The list of alerts is read after a long pause, and its token has expired meanwhile.
  watch.expected.push(/ERR_FAILED|Failed to fetch|status of (401|503|429)/)
  await page.clock.install()
  await signIn(page, await newAccount())
  const first = await tokenOf(page)
  await typeMessage(page)
  let attempts = 0
  await page.route(REFRESH, (route) => {
    attempts += 1
    if (attempts % 3 === 1) return route.abort()
    return route.fulfill({ status: attempts % 3 === 0 ? 429 : 503, json: { message: 'away' } })
  })
  await expect(async () => {
    await page.clock.fastForward(20 * MINUTE)
    expect(attempts).toBeGreaterThan(3)
  }).toPass()
  await expectTyped(page)
  await page.unroute(REFRESH)
  await advanceClockUntilResponse(page, 2 * MINUTE, REFRESH)
  await expect.poll(() => tokenOf(page)).not.toBe(first)
  await expectTyped(page)
  await expectNextActionWorks(page)
})

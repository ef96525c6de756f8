import type { Page, Request } from '@playwright/test'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, expectAccessible, NIGHTLY, test } from '../support/fixtures.ts'
import { closeDialog, expectPicks, parlayButton, recommendations } from '../support/pages/picks-page.ts'
import { createBoardPicks, readParlays, savePicks } from '../support/picks/board-picks.ts'
import { creditsOf } from '../support/product/test-site.ts'

const CALL = '**/api/parlay/generate-parlay'
const FAILED = 'Failed to generate parlays. Please try again.'
const SIX_MINUTES_MS = 6 * 60_000

test.use({ viewport: { width: 1440, height: 900 } })

const failure = (page: Page, words: string) => page.getByRole('alertdialog', { name: words, exact: true })

test('P8 P10: A call whose answer is lost is charged and saved once, and calls six minutes apart are two stacks', {
  tag: NIGHTLY,
}, async ({ page, site, watch }) => {
  watch.expected.push(/ERR_FAILED|ERR_CONNECTION/)
  const payer = await site.newUser()
  const user = await site.newUser()
  await savePicks(user, await createBoardPicks(site.url, payer, 4, { side: 'UNDER' }))
  await openWithSession(page, `${site.url}/picks`, user)
  await expectPicks(page, 4)
  const keys: string[] = []
  const recordKey = (request: Request) => keys.push(request.postDataJSON().idempotencyKey)

  await page.route(CALL, async (route) => {
    recordKey(route.request())
    await route.fetch()
    await route.abort()
  })
  await parlayButton(page).click()
  const lost = failure(page, FAILED)
  await expect(lost).toContainText('which is charged at most once')
  const once = await readParlays(user)
  expect(once.length).toBeGreaterThan(0)
  await page.unroute(CALL)
  await page.route(CALL, (route) => {
    recordKey(route.request())
    return route.continue()
  })
  await lost.getByRole('button', { name: 'Retry' }).click()
  await expect(recommendations(page)).toBeVisible()
  await expect(recommendations(page).getByText('Saved to Past Parlays · 19 credits left')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(2)
  expect(await readParlays(user)).toEqual(once)
  await expect(
    recommendations(page)
      .getByRole('tab', { name: /no edge shown$/ })
      .last(),
  ).toBeVisible()
  await closeDialog(recommendations(page))

  // A second call, whose answer is lost by a reload.
  await page.unroute(CALL)
  const done = Promise.withResolvers<void>()
  let cut = true
  await page.route(CALL, async (route) => {
    recordKey(route.request())
    if (!cut) return route.continue()
    await route.fetch()
    done.resolve()
  })
  await parlayButton(page).click()
  const again = page.getByRole('alertdialog', { name: 'Build these parlays again?' })
  await expect(again).toContainText('Building again costs another credit')
  await expectAccessible(page)
  expect(keys, 'no request before the confirmation').toHaveLength(2)
  await again.getByRole('button', { name: 'Build again for 1 credit' }).click()
  await done.promise
  cut = false
  await page.reload()
  await expect(recommendations(page)).toBeVisible()
  expect(keys).toHaveLength(4)
  expect(new Set(keys.slice(2)).size).toBe(1)
  expect(new Set(keys).size).toBe(2)
  expect(await creditsOf(user)).toBe(18)
  await closeDialog(recommendations(page))
  const all = await readParlays(user)
  const { data: runs } = await user.client.from('runs').select('state').eq('feature', 'parlay')
  expect(runs?.map(({ state }) => state)).toEqual(['captured', 'captured'])

  const openPast = async () => {
    await page.getByRole('button', { name: 'Past Parlays' }).click()
    return page.getByRole('dialog', { name: 'Past Parlays' })
  }
  const past = await openPast()
  await expect(past.getByText(`${all.length} parlays`)).toBeAttached()
  await closeDialog(past)
  const earlier = new Date(Date.now() - SIX_MINUTES_MS).toISOString()
  const ids = once.map(({ id }) => id)
  const { error } = await site.admin.from('past_parlays').update({ created_at: earlier }).in('id', ids)
  expect(error).toBeNull()
  await page.reload()
  await expectPicks(page, 4)
  const apart = await openPast()
  const badges = [`${all.length - once.length} parlays`, `${once.length} parlays`]
  await expect(apart.getByText(/^\d+ parlays$/)).toHaveText(badges)
  await apart
    .getByRole('button', { name: / at \d/ })
    .last()
    .click()
  const group = page.getByRole('dialog', { name: 'Parlay Group Details' })
  await expect(group.getByText(`${once.length} parlay(s) generated on `)).toBeVisible()
  const first = group.getByRole('region', { name: 'Parlay 1' })
  for (const part of ['2 legs', 'Confidence', 'Expected Value', 'MLB · ', 'Strength', 'Trend', 'Risk']) {
    await expect(first).toContainText(part)
  }
})

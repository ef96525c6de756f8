import { openWithSession } from '../support/accounts/session.ts'
import { expectAccessibleLayout } from '../support/appearances.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../support/faults/faulty-upstream.ts'
import type { Fault } from '../support/faults/upstream-proxy.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { analyzeButton, expectProgressLabel, lines, pickStat } from '../support/pages/board-page.ts'
import { creditsOf } from '../support/product/test-site.ts'

let upstream: FaultyUpstream
test.beforeEach(async ({ site, watch }) => {
  // The browser logs every refused response; these tests check what the page shows.
  watch.expected.push(/status of (403|404|503)/)
  upstream = await startFaultyUpstream(site)
})
test.afterEach(async ({ page }) => {
  // An open page would keep sending requests to a closed instance.
  await page.close()
  await upstream.close()
})

/** A service that does not answer is known as unreachable after this time. */
const KNOWN_MS = 3_000
const UNREACHABLE = 'PrizePicks cannot be reached right now'

for (const fault of [{ kind: 'status', status: 500 }, { kind: 'silence' }] satisfies Fault[])
  test(`N11: The first screen says in three seconds that the book cannot be reached, and offers no analysis: ${fault.kind}`, {
    tag: fault.kind === 'silence' ? NIGHTLY : [],
  }, async ({ page, site, watch }) => {
    // Nothing of the page failed, so that the console has no error.
    watch.expected.length = 0
    const user = await site.newUser()
    upstream.fail('lines', fault)
    const answered = page.waitForResponse('**/api/slate')
    await openWithSession(page, upstream.url, user)
    const { responseEnd } = (await answered).request().timing()
    await expect(lines(page).getByText(UNREACHABLE)).toBeVisible()
    expect(responseEnd).toBeLessThan(KNOWN_MS)
    const analysis = page.getByRole('button', { name: /^Analyze ?no lines now$/ })
    await expect(analysis).toBeDisabled()
    await expect(lines(page).getByRole('link', { name: 'How our numbers did' })).toBeVisible()

    upstream.heal()
    await expect(lines(page).getByText(UNREACHABLE)).toHaveCount(0, { timeout: 30_000 })
    await expect(lines(page).getByText('Lines can be analyzed again')).toBeVisible()
    await expect(analyzeButton(page)).toBeEnabled()
    expect(await creditsOf(user)).toBe(20)
  })

test('N7 N10 C1: A service that fails while a board is read leaves an accessible error, and Retry completes the board on one charge', async ({
  page,
  site,
}) => {
  const user = await site.newUser()
  await openWithSession(page, upstream.url, user)
  await pickStat(page, 'Hits')
  await expect(analyzeButton(page)).toBeEnabled()
  upstream.fail('stats', { kind: 'status', status: 500 })
  await analyzeButton(page).click()
  await expectProgressLabel(page, 'Failed')
  const alert = lines(page).getByRole('alert')
  await expect(alert).toContainText(
    /The baseball stats service is (failing \(500\)|not answering and is paused)/,
  )
  await expect(alert).toContainText('This analysis is paid for.')
  expect(await creditsOf(user)).toBe(19)
  await expectAccessibleLayout(page)

  upstream.heal()
  // The breaker may rest for some seconds more.
  await expect(async () => {
    await alert.getByRole('button', { name: 'Retry' }).click({ timeout: 2_000 })
    await expect(page.getByRole('progressbar').first()).toHaveAttribute('aria-label', 'Complete!', {
      timeout: 10_000,
    })
  }).toPass({ timeout: 75_000 })
  await expect(page.locator('ol h3').first()).toBeVisible()
  expect(await creditsOf(user)).toBe(19)
  const { data } = await user.client.from('runs').select('state').eq('state', 'captured')
  expect(data).toHaveLength(1)
})

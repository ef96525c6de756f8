import { openWithSession } from '../support/accounts/session.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../support/faults/faulty-upstream.ts'
import type { Fault } from '../support/faults/upstream-proxy.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { analyzeButton, lines } from '../support/pages/board-page.ts'
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
    await expect(analyzeButton(page)).toBeEnabled()
    expect(await creditsOf(user)).toBe(20)
  })

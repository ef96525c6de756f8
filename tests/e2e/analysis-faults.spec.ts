import { openWithSession } from '../support/accounts/session.ts'
import { expectAccessibleLayout } from '../support/appearances.ts'
import {
  type FaultyUpstream,
  startFaultyUpstream,
  type UpstreamName,
} from '../support/faults/faulty-upstream.ts'
import type { Fault } from '../support/faults/upstream-proxy.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import {
  analyze,
  analyzeButton,
  expectProgressLabel,
  lines,
  pickStat,
  retryUntilDone,
} from '../support/pages/board-page.ts'
import { creditsOf } from '../support/product/test-site.ts'

const SERVICES = { lines: 'PrizePicks', stats: 'The baseball stats service' } as const

/** The end of the message on the screen for each fault. */
const FAULTS: [name: string, fault: Fault, ending: string][] = [
  ['a refusal (403)', { kind: 'status', status: 403 }, 'refuses our requests (403)'],
  ['a limit (429)', { kind: 'status', status: 429, retryAfterSeconds: 60 }, 'asks us to slow down (429)'],
  ['a breakdown (500)', { kind: 'status', status: 500 }, 'is failing (500)'],
  ['a web page in place of data', { kind: 'garbage' }, 'sent an answer that cannot be read'],
  ['data of another shape', { kind: 'shape' }, 'sent an answer that cannot be read'],
  ['an answer that is cut', { kind: 'cut' }, 'is not answering'],
  ['silence', { kind: 'silence' }, 'is not answering'],
]

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

for (const which of Object.keys(SERVICES) as (keyof typeof SERVICES)[]) {
  // All faults for the lines; for the stats service only those that it handles differently.
  const faults = which === 'lines' ? FAULTS : FAULTS.filter((_, index) => [0, 2, 3, 6].includes(index))
  for (const [name, fault, ending] of faults) {
    // The lines charge the run: a failure of the stats service comes after them.
    const credits = which === 'lines' ? 20 : 19
    const cost = which === 'lines' ? 'No credit was used.' : 'This run is paid for.'
    test(`N7 N10 C1: ${SERVICES[which]} with ${name} leaves ${credits} credits, shows its message, and Retry succeeds on one charge`, {
      tag: NIGHTLY,
    }, async ({ page, site }) => {
      const user = await site.newUser()
      upstream.fail(which, fault)
      // With the slate, the first screen knows of the failure and offers no analysis.
      await page.route('**/api/slate', (route) => route.fulfill({ status: 404 }))
      await openWithSession(page, upstream.url, user)
      await pickStat(page, 'Hits')
      await analyzeButton(page).click()
      await expectProgressLabel(page, 'Failed')
      const alert = lines(page).getByRole('alert')
      const message = (await alert.getByRole('heading').textContent()) ?? ''
      // A board sends several requests to the stats service at once. The circuit breaker may be open for the
      // last of them.
      const rest = which === 'stats' ? ' is not answering and is paused' : null
      expect([` ${ending}`, rest].map((end) => `${SERVICES[which]}${end}. Try again in a moment.`)).toContain(
        message,
      )
      await expect(alert).toContainText(cost)
      await expect(alert).toContainText(/Request \S+/)
      expect(await creditsOf(user)).toBe(credits)
      await expect(page.getByRole('banner').getByText(`${credits} credits`)).toBeVisible()
      if (fault.kind === 'silence') await expectAccessibleLayout(page)

      upstream.heal()
      expect(await retryUntilDone(page)).toBe(1)
      await expect(page.locator('ol h3').first()).toBeVisible()
      expect(await creditsOf(user)).toBe(19)
      const { data } = await user.client.from('runs').select('state').eq('state', 'captured')
      expect(data).toHaveLength(1)
    })
  }
}

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

test('N3: a board is complete and costs one credit when the services are slow', {
  tag: NIGHTLY,
}, async ({ page, site }) => {
  const user = await site.newUser()
  for (const which of ['stats', 'lines'] satisfies UpstreamName[])
    upstream.fail(which, { kind: 'late', ms: 150 })
  await openWithSession(page, upstream.url, user)
  await analyze(page, 'Hits')
  await expect(
    page
      .locator('[data-card]')
      .getByText(/^\d+%$/)
      .first(),
  ).toBeVisible()
  expect(await creditsOf(user)).toBe(19)
})

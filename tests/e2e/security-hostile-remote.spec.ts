import { openWithSession } from '../support/accounts/session.ts'
import { openTab } from '../support/accounts/signed-in.ts'
import { serveRegistry } from '../support/federation/serve-registry.ts'
import { releaseOfContainer, TEST_PLACEMENT } from '../support/federation/test-remote.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { type Attempts, MALICIOUS_REMOTE, REPORT } from '../support/hostile/malicious-remote.ts'
import { expectNoScriptRan, HOSTILE_TEXTS, observeInjections } from '../support/hostile/script-detection.ts'
import { creditsOf } from '../support/product/test-site.ts'

test.use({ serviceWorkers: 'allow' })

test('A hostile remote has the rights of its user in the page, and no others', {
  tag: NIGHTLY,
}, async ({ page, site, watch }) => {
  watch.expected.push(/status of 4\d\d|ServiceWorker|worker-src|bad HTTP response code \(404\)/)
  const user = await site.newUser()
  // Another user, whose rows must stay unreadable.
  await site.newUser()
  let results: Attempts = {}
  await page.exposeFunction(REPORT, (attempts: Attempts) => {
    results = attempts
  })
  await serveRegistry(page, [releaseOfContainer(MALICIOUS_REMOTE)])
  await openWithSession(page, site.url, user)
  await openTab(page, TEST_PLACEMENT.title)
  await expect.poll(() => Object.keys(results).length).toBeGreaterThan(10)

  const {
    'read cookies': cookies,
    'read other users': rows,
    'register a service worker': serviceWorker,
    ...refused
  } = results
  expect({ cookies, rows, serviceWorker }).toEqual({ cookies: '', rows: 1, serviceWorker: 'refused' })
  for (const [attempt, status] of Object.entries(refused)) expect([401, 403, 404], attempt).toContain(status)
  expect(await creditsOf(user)).toBe(20)
})

test('Hostile titles of remotes are shown as text', { tag: NIGHTLY }, async ({ page, site }) => {
  const effects = await observeInjections(page)
  const release = releaseOfContainer(MALICIOUS_REMOTE)
  const hostileEntries = HOSTILE_TEXTS.map((title, at) => ({
    ...release.entry,
    name: `enemy${at}`,
    placement: { ...TEST_PLACEMENT, path: `/enemy${at}`, title },
  }))
  await serveRegistry(page, [release], hostileEntries)
  await openWithSession(page, site.url, await site.newUser())
  for (const title of HOSTILE_TEXTS)
    await expect(page.getByRole('link', { name: title, exact: true }).first()).toBeAttached()
  await expectNoScriptRan(page, effects)
})

import { creditsOf } from '../support/product/test-site.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { type Attempts, ENEMY, REPORT } from '../support/hostile/malicious-remote.ts'
import { HOSTILE_TEXTS } from '../support/hostile/hostile-texts.ts'
import { expectUnharmed, watchHarm } from '../support/hostile/script-detection.ts'
import { serveInRegistry } from '../support/federation/serve-registry.ts'
import { openWithSession } from '../support/accounts/session.ts'
import { openTab } from '../support/accounts/signed-in.ts'
import { handWritten, SUBJECT } from '../support/federation/test-remote.ts'

test('A hostile remote has the rights of its user in the page, and no others', {
  tag: NIGHTLY,
}, async ({ page, site, watch }) => {
  watch.expected.push(/status of 4\d\d|ServiceWorker|bad HTTP response code \(404\)/)
  const user = await site.newUser()
  // Another user, whose rows must stay unreadable.
  await site.newUser()
  let told: Attempts = {}
  await page.exposeFunction(REPORT, (attempts: Attempts) => {
    told = attempts
  })
  await serveInRegistry(page, [handWritten(ENEMY)])
  await openWithSession(page, site.url, user)
  await openTab(page, SUBJECT.title)
  await expect.poll(() => Object.keys(told).length).toBeGreaterThan(10)

  const { 'read cookies': cookies, 'read everybody': rows, 'stay in the browser': stays, ...refused } = told
  expect({ cookies, rows, stays }).toEqual({ cookies: '', rows: 1, stays: 'refused' })
  for (const [attempt, status] of Object.entries(refused)) expect([401, 403, 404], attempt).toContain(status)
  expect(await creditsOf(user)).toBe(20)
})

test('Hostile titles of remotes are shown as text', { tag: NIGHTLY }, async ({ page, site }) => {
  const harm = await watchHarm(page)
  const release = handWritten(ENEMY)
  const titled = HOSTILE_TEXTS.map((title, at) => ({
    ...release.entry,
    ...{ name: `enemy${at}`, placement: { ...SUBJECT, path: `/enemy${at}`, title } },
  }))
  await serveInRegistry(page, [release], titled)
  await openWithSession(page, site.url, await site.newUser())
  for (const title of HOSTILE_TEXTS)
    await expect(page.getByRole('link', { name: title, exact: true }).first()).toBeAttached()
  await expectUnharmed(page, harm)
})

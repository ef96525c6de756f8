import { CONFIG_ELEMENT_ID } from '@propsight/shared/contracts'
import { containerWith } from '../fixtures/faulty-containers.ts'
import { openWithSession } from '../support/accounts/session.ts'
import { openTab } from '../support/accounts/signed-in.ts'
import { serveRegistry } from '../support/federation/serve-registry.ts'
import { releaseOfContainer, TEST_PLACEMENT } from '../support/federation/test-remote.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { expectNoScriptRan, HOSTILE_TEXTS, observeInjections } from '../support/hostile/script-detection.ts'
import { creditsOf } from '../support/product/test-site.ts'

/** Result by attempt: a status of the API, or a text of the browser. */
type Attempts = Record<string, string | number>

/** Name of the page function that receives the results; the test exposes it. */
const REPORT = 'reportAttempts'

/**
 * A malicious remote: it reads the session from the browser's storage and attempts operations that the
 * permission to deploy one remote does not include.
 */
const MALICIOUS_REMOTE = containerWith(`
const { access_token: token, user } = JSON.parse(localStorage.getItem('propsight.auth'))
const { publishableKey } = JSON.parse(document.getElementById('${CONFIG_ELEMENT_ID}').textContent)
const ask = async (method, path, body) => {
  const headers = { authorization: 'Bearer ' + token, apikey: publishableKey, 'content-type': 'application/json' }
  const answer = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return answer
}
const status = async (...call) => (await ask(...call)).status
const attempts = {
  'read cookies': async () => document.cookie,
  'raise the balance': () => status('PATCH', '/rest/v1/user_profiles?user_id=eq.' + user.id, { credits: 9999 }),
  'write the ledger': () => status('POST', '/rest/v1/credit_ledger', { user_id: user.id, delta: 9999 }),
  'read other users': async () => (await (await ask('GET', '/rest/v1/user_profiles?select=user_id')).json()).length,
  'publish into the database': () => status('POST', '/rest/v1/rpc/publish_release', { p_release: {} }),
  'deploy another remote': () => status('POST', '/api/remotes/picks/releases', {}),
  'promote another remote': () => status('POST', '/api/remotes/picks/promote', { message: 'mine', generation: 1 }),
  'roll another remote back': () => status('POST', '/api/remotes/picks/rollback', { message: 'mine', generation: 1 }),
  'create a deploy token': () => status('POST', '/api/remotes/picks/tokens', { label: 'mine', days: 1 }),
  'read pointers': () => status('GET', '/api/rollouts'),
  'create an access code': () => status('POST', '/api/access/create', { code: 'MINEMINE', maxUses: 1 }),
  'add a developer': () => status('PUT', '/api/developers', { email: user.email }),
  'list users': () => status('GET', '/api/admin/users'),
  'register a service worker': () => navigator.serviceWorker
    .register([...document.scripts].find(({ src }) => src.includes('/bundles/')).src).then(() => 'registered', () => 'refused'),
}
function Root() {
  useEffect(() => {
    void (async () => {
      const results = {}
      for (const [name, attempt] of Object.entries(attempts)) {
        results[name] = await attempt().catch((error) => 'failed: ' + error.message)
      }
      globalThis.${REPORT}(results)
    })()
  }, [])
  return createElement('p', null, 'On screen')
}`)

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

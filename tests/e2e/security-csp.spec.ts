import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { type AttackerServer, startAttackerServer } from '../support/hostile/attacker-server.ts'
import { serveInjectedPage, violations } from '../support/hostile/inject-markup.ts'
import { type AttackUrls, INJECTIONS } from '../support/hostile/injections.ts'
import { observeInjections } from '../support/hostile/script-detection.ts'

let listener: AttackerServer
let place: AttackUrls
test.beforeAll(async ({ request, site }) => {
  listener = await startAttackerServer()
  const html = await (await request.get(site.url)).text()
  const fileOf = (kind: string) => new RegExp(`"(/bundles/shell/[^"]+\\.${kind})"`).exec(html)?.[1] ?? ''
  place = { evil: listener.url, script: fileOf('js'), style: fileOf('css') }
  expect(place.script && place.style).toBeTruthy()
})
test.afterAll(() => listener.close())

/** Console messages of refusals that raise no event in the page. */
const REFUSED = /inline script violates|Failed to register a ServiceWorker/i

/** Its test runs in the fast tier. */
const INLINE_SCRIPT = 'an inline script'

for (const injection of INJECTIONS) {
  const tag = injection.name === INLINE_SCRIPT ? [] : [NIGHTLY]
  test(`The content security policy stops ${injection.name}`, { tag }, async ({ page, site, watch }) => {
    watch.expected.push(/./)
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    const harm = await observeInjections(page)
    const asked = listener.asked.length
    await serveInjectedPage(page, injection, place)
    await page.goto(site.url, { waitUntil: 'commit' })
    if (injection.press) await page.locator(injection.press).dispatchEvent('click')

    const { stops } = injection
    if (stops) await expect.poll(async () => (await violations(page)).join('\n')).toMatch(stops)
    else await expect.poll(() => said.join('\n')).toMatch(REFUSED)
    expect(harm).toEqual({ dialogs: [], ran: 0 })
    expect(listener.asked.slice(asked)).toEqual([])
    expect(new URL(page.url()).origin).toBe(site.url)
  })
}

test('A script on the bundle path runs, which is the precondition of the script injections', {
  tag: NIGHTLY,
}, async ({ page, site, watch }) => {
  watch.expected.push(/./)
  const harm = await observeInjections(page)
  await serveInjectedPage(page, { name: 'control', stops: null, code: () => 'hurt()' }, place)
  await page.goto(site.url)
  await expect.poll(() => harm.ran).toBe(1)
  await expect(page.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
})

import type { Page } from '@playwright/test'
import { sha384 } from '../support/federation/remote-files.ts'
import { PAGES } from '../support/federation/serve-registry.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { type AttackerServer, startAttackerServer } from '../support/hostile/attacker-server.ts'
import { type AttackUrls, INJECTIONS, type Injection } from '../support/hostile/injections.ts'
import { observeInjections } from '../support/hostile/script-detection.ts'

declare global {
  interface Window {
    violations?: string[]
  }
}

const FOLDER = '/bundles/hostile/1.0.0'

/**
 * Serves the product's page, with its real headers, with injected markup and, if given, an injected script
 * file.
 */
async function serveInjectedPage(page: Page, { html, code }: Injection, urls: AttackUrls): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    window.violations = seen
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition }) => {
      if (disposition === 'enforce') seen.push(effectiveDirective)
    })
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement) seen.push('load')
    }
    window.addEventListener('error', onError, true)
  })
  const body = Buffer.from(code?.(urls) ?? '')
  await page.route(`**${FOLDER}/**`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  // With its hash, because browsers that support Integrity-Policy would block it otherwise.
  const script = `<script src="${FOLDER}/run.js" integrity="${sha384(body)}" crossorigin="anonymous"></script>`
  const markup = html?.(urls) ?? script
  await page.route(PAGES, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replace('</body>', () => `${markup}</body>`) })
  })
}

/** Violated directives, and 'load' for each script that was rejected for another reason. */
const violations = (page: Page): Promise<string[]> => page.evaluate(() => window.violations ?? [])

test.use({ serviceWorkers: 'allow' })

let attacker: AttackerServer
let urls: AttackUrls
test.beforeAll(async ({ request, site }) => {
  attacker = await startAttackerServer()
  const html = await (await request.get(site.url)).text()
  const fileOf = (kind: string) => new RegExp(`"(/bundles/shell/[^"]+\\.${kind})"`).exec(html)?.[1] ?? ''
  urls = { evil: attacker.url, script: fileOf('js'), style: fileOf('css') }
  expect(urls.script).not.toBe('')
  expect(urls.style).not.toBe('')
})
test.afterAll(() => attacker.close())

/** Console messages of refusals that raise no event in the page. */
const REFUSED = /inline script violates|Failed to register a ServiceWorker/i

/** Its test runs in the fast tier. */
const INLINE_SCRIPT = 'an inline script'

for (const injection of INJECTIONS) {
  const tag = injection.name === INLINE_SCRIPT ? [] : [NIGHTLY]
  test(`The content security policy stops ${injection.name}`, { tag }, async ({ page, site, watch }) => {
    watch.expected.push(/./)
    const consoleMessages: string[] = []
    page.on('console', (message) => consoleMessages.push(message.text()))
    const effects = await observeInjections(page)
    const requestsBefore = attacker.requests.length
    await serveInjectedPage(page, injection, urls)
    await page.goto(site.url, { waitUntil: 'commit' })
    if (injection.press) await page.locator(injection.press).dispatchEvent('click')

    const { stops } = injection
    if (stops) await expect.poll(async () => (await violations(page)).join('\n')).toMatch(stops)
    else await expect.poll(() => consoleMessages.join('\n')).toMatch(REFUSED)
    expect(effects).toEqual({ dialogs: [], ran: 0 })
    expect(attacker.requests.slice(requestsBefore)).toEqual([])
    expect(new URL(page.url()).origin).toBe(site.url)
  })
}

test('A script on the bundle path runs, which is the precondition of the script injections', {
  tag: NIGHTLY,
}, async ({ page, site, watch }) => {
  watch.expected.push(/./)
  const effects = await observeInjections(page)
  await serveInjectedPage(page, { name: 'control', stops: null, code: () => 'hurt()' }, urls)
  await page.goto(site.url)
  await expect.poll(() => effects.ran).toBe(1)
  await expect(page.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
})

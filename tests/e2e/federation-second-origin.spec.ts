import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { storeRelease } from '@propsight/tools/testing'
import { openAsNewUser } from '../support/accounts/session.ts'
import { isMarked, markPage, openTab } from '../support/accounts/signed-in.ts'
import { expect, expectAccessible, productUrl, test } from '../support/fixtures.ts'
import { type StaticServer, startStaticServer } from '../support/services/static-server.ts'

const REMOTE = 'picks'
const folder = mkdtempSync(join(tmpdir(), 'propsight-bundles-'))
storeRelease(resolve(import.meta.dirname, '../../remotes', REMOTE, 'dist'), join(folder, 'bundles'))

// A document that `route.fulfill` answers has no network address. Chromium then requires this permission
// before the page can reach a loopback server.
test.use({ permissions: ['local-network-access'] })

let second: StaticServer
/** Part of a path, set by a test: the second origin answers such a file with other bytes. */
let tampered: string | null = null

const start = (port = 0) =>
  startStaticServer({
    folder,
    port,
    intercept: (request, response) => {
      if (!tampered || !request.url?.includes(tampered)) return false
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', 'text/javascript')
      response.end('globalThis.tampered = true')
      return true
    },
  })

test.beforeAll(async () => {
  second = await start()
})
test.afterAll(async () => {
  await second.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Rewrites the page: one remote is loaded from the second origin, which the page's policy then allows. */
async function takeFromSecondOrigin(page: Page): Promise<void> {
  const origin = second.url
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const policy = (answer.headers()['content-security-policy'] ?? '')
      .replace(/(script|style)-src /g, `$1-src ${origin}/bundles/ `)
      .replace('connect-src ', `connect-src ${origin} `)
    const body = (await answer.text()).replaceAll(`"/bundles/${REMOTE}/`, `"${origin}/bundles/${REMOTE}/`)
    await route.fulfill({
      response: answer,
      body,
      headers: { ...answer.headers(), 'content-security-policy': policy },
    })
  })
}

test('F1 F4 a remote whose origin stops shows an error panel, the rest works, and Retry recovers without a reload', async ({
  page,
  watch,
}) => {
  // The remote prefetches its lazy parts once it is on screen. The stop or the navigation after it may cut
  // those requests off, and Chromium reports a request that was cut off as a denied permission.
  watch.expected.push(/Failed to load resource|`loopback` address space/)
  await takeFromSecondOrigin(page)
  await openAsNewUser(page)
  const fetched = page.waitForResponse((answer) =>
    answer.url().startsWith(`${second.url}/bundles/${REMOTE}/`),
  )
  await openTab(page, 'My Picks')
  await expect(page.getByText('No Picks Saved')).toBeVisible()
  await fetched

  const { port } = second
  await second.stop()
  await page.goto(productUrl())
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await markPage(page)
  await openTab(page, 'My Picks')
  await expect(page.getByRole('heading', { name: 'My Picks is unavailable' })).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/screens/remote-away.png' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'My Picks is unavailable' })).toBeVisible()
  await openTab(page, 'Dashboard')
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()

  await openTab(page, 'My Picks')
  await expect(page.getByRole('heading', { name: 'My Picks is unavailable' })).toBeVisible()
  second = await start(port)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No Picks Saved')).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('F2 a file that differs from the published one never runs', async ({ page, watch }) => {
  watch.expected.push(/integrity/)
  tampered = '__federation_expose'
  try {
    await takeFromSecondOrigin(page)
    await openAsNewUser(page)
    await openTab(page, 'My Picks')
    await expect(page.getByText('differ from the published ones')).toBeVisible()
    expect(await page.evaluate(() => Reflect.has(globalThis, 'tampered'))).toBe(false)
    await openTab(page, 'Dashboard')
    await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  } finally {
    tampered = null
  }
  await openTab(page, 'My Picks')
  await expect(page.getByText('No Picks Saved')).toBeVisible()
})

test('F1 F3 a first view without a session loads its remote and fetches each file once', async ({ page }) => {
  const fetched: string[] = []
  page.on('response', (answer) => fetched.push(new URL(answer.url()).pathname))
  await page.goto(`${productUrl()}/Pitchers/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pitchers' })).toBeVisible()
  const bundles = fetched.filter((path) => path.startsWith('/bundles/'))
  expect(bundles.length).toBeGreaterThan(4)
  expect(bundles.filter((path, index) => bundles.indexOf(path) !== index)).toEqual([])
  expect(fetched.filter((path) => path.endsWith('mf-manifest.json') || path === '/api/remotes')).toEqual([])
})

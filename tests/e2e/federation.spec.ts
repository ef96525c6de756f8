import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { storeRelease } from '../../scripts/federation/publish.ts'
import { demoAccount, expect, expectAccessible, productUrl, test } from '../support/fixtures.ts'
import { signUp } from '../support/sign-up.ts'
import { type StaticServer, startStaticServer } from '../support/static-server.ts'

const REMOTE = 'picks'
const folder = mkdtempSync(join(tmpdir(), 'propsight-bundles-'))
storeRelease(resolve(import.meta.dirname, '../../remotes', REMOTE, 'dist'), join(folder, 'bundles'))

// A page that a test hands to the browser has no address, so reaching a loopback server needs leave.
test.use({ permissions: ['local-network-access'] })

let second: StaticServer
/** Set by a test: files whose path has it arrive with another byte. */
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

/** The product's own page, but for one remote that comes from the second origin, which the policy then allows. */
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

const openTab = (page: Page, name: string) =>
  page.getByRole('link', { name }).filter({ visible: true }).first().click()
const mark = (page: Page) => page.evaluate(() => Reflect.set(globalThis, 'notReloaded', true))
const isMarked = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'notReloaded') === true)

test('F1 F4 a remote whose origin stops: the rest works, its tab says so and recovers on Retry without a reload', async ({
  page,
  watch,
}) => {
  watch.expected.push(/ERR_CONNECTION_REFUSED/)
  await takeFromSecondOrigin(page)
  await signUp(page, { url: productUrl(), accessCode: demoAccount().accessCode })
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
  await mark(page)
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

test('F2 a file that is not the one that was published is never run', async ({ page, watch }) => {
  watch.expected.push(/integrity/)
  tampered = '__federation_expose'
  try {
    await takeFromSecondOrigin(page)
    await signUp(page, { url: productUrl(), accessCode: demoAccount().accessCode })
    await openTab(page, 'My Picks')
    await expect(page.getByText('are not the ones that were published')).toBeVisible()
    expect(await page.evaluate(() => Reflect.has(globalThis, 'tampered'))).toBe(false)
    await openTab(page, 'Dashboard')
    await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  } finally {
    tampered = null
  }
  await openTab(page, 'My Picks')
  await expect(page.getByText('No Picks Saved')).toBeVisible()
})

test('F1 F3 every file of a first view is fetched once, and pages without sign-in load their remote', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('response', (answer) => fetched.push(new URL(answer.url()).pathname))
  await page.goto(`${productUrl()}/Pitchers/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pitchers' })).toBeVisible()
  const bundles = fetched.filter((path) => path.startsWith('/bundles/'))
  expect(bundles.length).toBeGreaterThan(4)
  expect(bundles.filter((path, index) => bundles.indexOf(path) !== index)).toEqual([])
  expect(fetched.filter((path) => path.endsWith('mf-manifest.json') || path === '/api/remotes')).toEqual([])
})

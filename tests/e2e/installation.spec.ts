import type { Page } from '@playwright/test'
import type { TestUser } from '@propsight/api/testing'
import { dashboard, openWithSession } from '../support/accounts/session.ts'
import { openTab } from '../support/accounts/signed-in.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { analyze, names } from '../support/pages/board-page.ts'
import { expectPicks, pickNames } from '../support/pages/picks-page.ts'
import { createBoardPicks, savePicks } from '../support/picks/board-picks.ts'

test.use({ serviceWorkers: 'allow' })

const FIRST = 5
const FILES = 'propsight-files'

/** Paths of the files that the service worker stored. */
const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(
    async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
    FILES,
  )
/** Waits until the next page is opened by the service worker, with what the tabs need. */
async function expectReadyOffline(page: Page): Promise<void> {
  for (const name of ['shell', 'analysis', 'picks'])
    await expect
      .poll(
        async () => (await storedFiles(page)).filter((path) => path.startsWith(`/bundles/${name}/`)).length,
      )
      .toBeGreaterThan(1)
}

test('The product can be installed: Chromium finds no error in its manifest and icons', async ({
  page,
  site,
  watch,
}) => {
  watch.expected.push(/favicon\.ico/)
  const devtools = await page.context().newCDPSession(page)
  const installabilityErrors = async () => {
    const found = await devtools.send('Page.getInstallabilityErrors')
    return found.installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')
  }
  // A page without a manifest. A headless shell judges no page: it finds nothing here.
  await page.goto(`${site.url}/health`)
  const canJudge = (await installabilityErrors()).includes('no-manifest')
  await openWithSession(page, site.url, await site.newUser())
  if (canJudge) expect(await installabilityErrors()).toEqual([])
  const { url, errors, data } = await devtools.send('Page.getAppManifest')
  expect({ url, errors }).toEqual({ url: `${site.url}/manifest.webmanifest`, errors: [] })
  const manifest: { display: string; icons: { src: string; sizes: string }[] } = JSON.parse(data ?? '{}')
  expect(manifest.display).toBe('standalone')
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size).toBe(sizes)
  }
})

const registrations = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

test('SERVICE_WORKER=off removes the service worker and its files from browsers that have it', {
  tag: NIGHTLY,
}, async ({ page, site, watch }) => {
  // Calls of the open page while the API stops and starts.
  watch.expected.push(/ERR_CONNECTION_REFUSED|status of 503|Failed to fetch/)
  const on = await site.process()
  await openWithSession(page, on.url, await site.newUser())
  await expectReadyOffline(page)
  await on.stop()
  const { port } = new URL(on.url)
  const off = await site.process({ PORT: port, SERVICE_WORKER: 'off' })
  expect(off.url).toBe(on.url)
  await page.reload()
  await expect.poll(() => registrations(page)).toBe(0)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  expect(await registrations(page)).toBe(0)
})

/** What a browser has after one visit: a board, a saved pick, and the files of the product. */
async function useProduct(
  page: Page,
  url: string,
  user: TestUser,
): Promise<{ names: string[]; pick: string }> {
  await openWithSession(page, url, user)
  await expect(dashboard(page)).toBeVisible()
  await analyze(page, 'Hits')
  await savePicks(user, await createBoardPicks(url, user, 1))
  const shown = await names(page)
  await openTab(page, 'My Picks')
  await expectPicks(page, 1)
  const [pick = ''] = await pickNames(page)
  await expectReadyOffline(page)
  return { names: shown, pick }
}

/** Opens the Dashboard and My Picks in a new tab: with a session whose access token is over, as a day later. */
async function expectOpensOffline(page: Page, url: string, used: { names: string[]; pick: string }) {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('propsight.auth') ?? '{}')
    localStorage.setItem('propsight.auth', JSON.stringify({ ...session, expires_at: 1 }))
  })
  const tab = await page.context().newPage()
  await page.close()
  await tab.goto(url)
  await expect(tab.getByText('You are offline.')).toBeVisible()
  await expect(tab.locator('ol h3').first()).toBeVisible()
  // The list renders the cards near the screen only.
  expect((await names(tab)).slice(0, FIRST)).toEqual(used.names.slice(0, FIRST))
  await expect(tab.getByText(/· read (now|just now|\d+ .* ago)/)).toBeVisible()
  await tab.goto(`${url}/picks`)
  await expect(tab.getByText('You are offline.')).toBeVisible()
  await expectPicks(tab, 1)
  expect(await pickNames(tab)).toEqual([used.pick])
  return tab
}

test('Without a network the product opens with the last board and the saved picks, and keeps the session', async ({
  page,
  site,
  watch,
}) => {
  watch.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/)
  const user = await site.newUser()
  const used = await useProduct(page, site.url, user)
  await page.context().setOffline(true)
  const tab = await expectOpensOffline(page, site.url, used)
  await tab.context().setOffline(false)
  await tab.goto(site.url)
  await expect(tab.getByText('You are offline.')).toHaveCount(0)
  await expect(dashboard(tab)).toBeVisible()
  await expect(tab.getByRole('button', { name: /^Account/ })).toBeVisible()
})

test('While the API is down the product opens, and the next page after that is the API’s', {
  tag: NIGHTLY,
}, async ({ page, site, watch }) => {
  watch.expected.push(/ERR_CONNECTION_REFUSED|status of 503|Failed to fetch|ERR_FAILED/)
  const user = await site.newUser()
  const first = await site.process()
  const used = await useProduct(page, first.url, user)
  await first.stop()
  const tab = await expectOpensOffline(page, first.url, used)
  await site.process({ PORT: new URL(first.url).port })
  await tab.goto(first.url)
  await expect(tab.locator('#propsight-registry')).toBeAttached()
  await expect(dashboard(tab)).toBeVisible()
})

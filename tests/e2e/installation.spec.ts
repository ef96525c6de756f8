import type { Page } from '@playwright/test'
import { dashboard, openWithSession } from '../support/accounts/session.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

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
}) => {
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

test('SERVICE_WORKER=off removes the service worker and its files from browsers that have it', async ({
  page,
  site,
}) => {
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

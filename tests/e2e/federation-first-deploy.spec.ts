import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Registry, registrySchema } from '@propsight/shared/contracts'
import { findApps, readRelease, SHELL } from '@propsight/tools/testing'
import { openWithSession } from '../support/accounts/session.ts'
import { isMarked, markPage } from '../support/accounts/signed-in.ts'
import { readReleases, runRemote } from '../support/federation/deploy.ts'
import { test as base, expect, NIGHTLY } from '../support/fixtures.ts'
import { refocusUntil } from '../support/page-clock.ts'
import { startTestSite, type TestSite } from '../support/product/test-site.ts'

const NAME = 'scanner'
const ROOT = resolve(import.meta.dirname, '../..')

const test = base.extend<object, { site: TestSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      const site = await startTestSite({ without: [NAME] })
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Hash of every file of the shell's release that is served, by its path. */
async function servedShellFiles(url: string): Promise<Record<string, string>> {
  const dist = join(findApps().find(({ name }) => name === SHELL)?.folder ?? '', 'dist')
  const release = readRelease(dist)
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
  const hashes: Record<string, string> = {}
  for (const file of files) {
    const answer = await fetch(`${url}/bundles/${SHELL}/${release?.version}/${file}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (answer.ok) hashes[file] = createHash('sha256').update(bytes).digest('hex')
  }
  return hashes
}

const readRegistry = async (url: string): Promise<Registry> =>
  registrySchema.parse(await (await fetch(`${url}/api/remotes`)).json())

test('F1 F2 one command deploys the scanner into an installation that never had it: an open page shows it without a reload, and no file of the shell changes', {
  tag: NIGHTLY,
}, async ({ page, browser, site }) => {
  test.setTimeout(180_000)
  // In a process of its own, as deployed: it examines the release in another process.
  const { url } = await site.process()
  const product = { url, adminKey: site.adminKey }
  const user = await site.newUser()
  const comingSoon = page.getByText('COMING SOON', { exact: true })
  const search = { name: 'Search players or games' }

  await page.clock.install()
  await openWithSession(page, `${url}/scanner`, user)
  await expect(comingSoon).toBeVisible()
  await markPage(page)
  const shellBefore = await servedShellFiles(url)
  const registryBefore = await readRegistry(url)
  expect(Object.keys(shellBefore).length).toBeGreaterThan(10)
  expect(registryBefore.remotes.map(({ name }) => name)).not.toContain(NAME)

  const begun = performance.now()
  const deployed = await runRemote(ROOT, product, ['deploy', NAME, '--message', 'the first release'])
  expect(deployed.document).toMatchObject({ ok: true, published: true })
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await openWithSession(visitor, `${url}/scanner`, user)
  await expect(visitor.getByRole('searchbox', search)).toBeVisible()
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  await context.close()

  await expect(comingSoon).toBeVisible()
  await refocusUntil(page, page.getByRole('searchbox', search))
  await expect(comingSoon).toBeHidden()
  expect(await isMarked(page)).toBe(true)

  expect(await servedShellFiles(url)).toEqual(shellBefore)
  const { remotes, shell } = await readRegistry(url)
  expect(shell).toEqual(registryBefore.shell)
  expect(remotes.filter(({ name }) => name !== NAME)).toEqual(registryBefore.remotes)
  const { events } = await readReleases(product, NAME)
  expect(events.map(({ action }) => action)).toEqual(['promote', 'canary', 'publish'])
  const figure = `command ${deployed.seconds} s, shown to a new visitor after ${seconds} s`
  test.info().annotations.push({ type: 'first deploy', description: figure })
  console.log(`first deploy of the ${NAME}: ${figure}`)
})

import type { Page } from '@playwright/test'
import { openAsNewUser } from '../support/accounts/session.ts'
import { openTab } from '../support/accounts/signed-in.ts'
import { deploy, readReleases } from '../support/federation/deploy.ts'
import {
  buildThirdPartyRemote,
  deriveRelease,
  renameRemote,
  type ThirdPartyBuild,
} from '../support/federation/third-party-remote.ts'
import { NIGHTLY } from '../support/fixtures.ts'
import { expect, test } from '../support/product/own-product.ts'
import { waitUntil } from '../support/wait-until.ts'

const NAME = 'ladder'
const TITLE = 'Ladder'
const STABLE = '1.0.0-r0001'
const VISITORS = 3

let build: ThirdPartyBuild

/**
 * A release that passes every check of the deploy and throws in the browser: it needs something that only the page has.
 */
function brokenRelease(count: number): ThirdPartyBuild {
  const { declaration, files } = deriveRelease(build, count)
  const file = declaration.container?.file ?? ''
  const source = `if (document.getElementById('root')) throw new Error('broken canary');${files.get(file)}`
  return { declaration, files: new Map(files).set(file, Buffer.from(source)) }
}

test.beforeAll(async ({ product }) => {
  build = renameRemote(await buildThirdPartyRemote(), NAME, TITLE)
  await deploy(product, { ...deriveRelease(build, 1), version: STABLE })
})

test.beforeEach(({ watch }) => {
  watch.expected.push(/broken canary|RUNTIME-\d+|\[ Federation Runtime \]/)
})

/** Opens the tab as a new user. @returns milliseconds until the release that works is on screen */
async function visit(page: Page, product: { url: string; demo: { accessCode: string } }): Promise<number> {
  await openAsNewUser(page, product)
  const startedAt = performance.now()
  await openTab(page, TITLE)
  await expect(page.getByText('Release r0001')).toBeVisible()
  return Math.round(performance.now() - startedAt)
}

test('F2 F4 a broken canary falls back for each visitor, halts by itself, and later visitors get the stable release', {
  tag: NIGHTLY,
}, async ({ browser, product }) => {
  test.setTimeout(120_000)
  const version = '1.2.0-r0003'
  await deploy(product, { ...brokenRelease(3), version, channel: 'canary', percent: 100 })
  const durations: number[] = []
  for (let visitor = 0; visitor < VISITORS; visitor += 1) {
    const context = await browser.newContext()
    const page = await context.newPage()
    durations.push(await visit(page, product))
    await expect(page.getByText(`${TITLE} had a problem. Its earlier version is shown.`)).toBeVisible()
    // Closing the page would cut off the report.
    await waitUntil('the report of the failure', async () => {
      const { rollout, releases } = await readReleases(product, NAME)
      return rollout.halted !== null || (releases[0]?.loads.failing ?? 0) > visitor
    })
    await context.close()
  }
  console.log(`canary that throws: from click to the stable release in ${durations.join(', ')} ms`)

  await waitUntil('the halt', async () => (await readReleases(product, NAME)).rollout.halted !== null)
  const { rollout, releases, events } = await readReleases(product, NAME)
  expect(rollout).toMatchObject({ live: STABLE, canary: null, halted: { version } })
  expect(releases.find((release) => release.version === version)?.state).toBe('withdrawn')
  expect(events[0]).toMatchObject({ action: 'auto-halt', version })

  const context = await browser.newContext()
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await visit(page, product)
  expect(requests.filter((url) => url.includes(version))).toEqual([])
  expect(requests.some((url) => url.includes(`/${NAME}/${STABLE}/`))).toBe(true)
  await context.close()
})

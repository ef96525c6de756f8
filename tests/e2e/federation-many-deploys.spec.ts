import type { Page } from '@playwright/test'
import { openAsNewUser } from '../support/accounts/session.ts'
import { isMarked, markPage, openTab } from '../support/accounts/signed-in.ts'
import { deploy } from '../support/federation/deploy.ts'
import {
  buildThirdPartyRemote,
  deriveRelease,
  renameRemote,
} from '../support/federation/third-party-remote.ts'
import { NIGHTLY } from '../support/fixtures.ts'
import { refocusUntil } from '../support/page-clock.ts'
import { expect, test } from '../support/product/own-product.ts'

const DEPLOYS = 50
/** Number of deploys after which everything kept on purpose exists (the earlier release, as a fallback). */
const SETTLED = 10

/** Counts what grows when an earlier release is not removed from the page. */
async function countLeftovers(page: Page, name: string) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
  await cdp.detach()
  const counts = await page.evaluate((prefix) => {
    const instances = globalThis.__FEDERATION__?.__INSTANCES__ ?? []
    return {
      elements: document.head.childElementCount,
      globals: Object.keys(globalThis).filter((key) => key.includes(prefix) && Reflect.get(globalThis, key))
        .length,
      shared: instances.flatMap(({ shareScopeMap }) =>
        Object.values(shareScopeMap.default ?? {}).flatMap((versions) => Object.keys(versions)),
      ).length,
      remotes: instances.reduce((sum, { options }) => sum + options.remotes.length, 0),
      styles: document.styleSheets.length + document.adoptedStyleSheets.length,
    }
  }, name)
  return { ...counts, heap: usedSize, nodes, listeners: jsEventListeners }
}

test(`F1 F2 a page that stays open during ${DEPLOYS} deploys shows the newest release and does not grow`, {
  tag: NIGHTLY,
}, async ({ page, product }) => {
  test.setTimeout(240_000)
  const build = renameRemote(await buildThirdPartyRemote(), 'steady', 'Steady')
  const deployNumber = (count: number) =>
    deploy(product, { ...deriveRelease(build, count), version: `1.0.${count}-r${count}` })
  await deployNumber(1)

  await page.clock.install()
  await openAsNewUser(page, product)
  await openTab(page, 'Steady')
  await markPage(page)
  const leftoverCounts = new Map<number, Awaited<ReturnType<typeof countLeftovers>>>()
  for (let count = 2; count <= DEPLOYS; count += 1) {
    await deployNumber(count)
    await refocusUntil(page, page.getByText(`Release r${String(count).padStart(4, '0')}`, { exact: true }))
    await page.getByRole('button', { name: 'How to stake' }).click()
    await expect(page.getByText('Never stake more')).toHaveCSS('border-left-color', 'rgb(12, 34, 56)')
    if (count === SETTLED || count === DEPLOYS)
      leftoverCounts.set(count, await countLeftovers(page, 'steady'))
  }

  const settled = leftoverCounts.get(SETTLED)
  const last = leftoverCounts.get(DEPLOYS)
  console.log(`after ${SETTLED} deploys ${JSON.stringify(settled)}, after ${DEPLOYS} ${JSON.stringify(last)}`)
  expect(await isMarked(page)).toBe(true)
  const { heap: heapBefore = 0, ...before } = settled ?? {}
  const { heap: heapAfter = 0, nodes, listeners, ...after } = last ?? {}
  expect(before).toMatchObject(after)
  // The browser keeps some memory for each script, which a page cannot free.
  expect(heapAfter - heapBefore).toBeLessThan(4_000_000)
  await openTab(page, 'My Picks')
  await expect(page.getByText('No Picks Saved')).toBeVisible()
})

const MOUNTS = 200

test(`F4 a page does not grow while remotes are mounted ${MOUNTS} times`, { tag: NIGHTLY }, async ({
  page,
  product,
}) => {
  test.setTimeout(240_000)
  const build = renameRemote(await buildThirdPartyRemote(), 'rooted', 'Rooted')
  await deploy(product, { ...build, version: '1.0.0' })
  await openAsNewUser(page, product)
  const mountBoth = async () => {
    await openTab(page, 'Rooted')
    await expect(page.getByRole('button', { name: 'How to stake' })).toBeVisible()
    await openTab(page, 'My Picks')
    await expect(page.getByText('No Picks Saved')).toBeVisible()
  }
  for (let count = 0; count < SETTLED; count += 1) await mountBoth()
  const before = await countLeftovers(page, 'rooted')
  for (let count = 0; count < MOUNTS / 2; count += 1) await mountBoth()
  const after = await countLeftovers(page, 'rooted')
  console.log(`before ${MOUNTS} mounts ${JSON.stringify(before)}, after ${JSON.stringify(after)}`)
  const { heap, nodes, listeners, ...counts } = after
  expect(before).toMatchObject(counts)
  // Those of a toast or an open request may differ.
  expect(nodes - before.nodes).toBeLessThan(MOUNTS / 2)
  expect(listeners - before.listeners).toBeLessThan(MOUNTS / 10)
  // About 5 kB a mount: compiled code and what React and the cache of queries keep of the latest mounts.
  expect(heap - before.heap).toBeLessThan(10_000 * MOUNTS)
})

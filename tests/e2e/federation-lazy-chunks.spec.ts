import type { Route } from '@playwright/test'
import {
  expect,
  expectOtherPagesWork,
  expectSignOutWorks,
  isMarked,
  openProduct,
  openTab,
  showsTampered,
  test,
} from '../support/accounts/signed-in.ts'
import { describeRelease, type ServedRelease } from '../support/federation/remote-files.ts'
import { serveRegistry } from '../support/federation/serve-registry.ts'
import { addFallback } from '../support/federation/test-remote.ts'
import {
  buildThirdPartyRemote,
  deriveRelease,
  type ThirdPartyBuild,
} from '../support/federation/third-party-remote.ts'
import { NIGHTLY } from '../support/fixtures.ts'

test.beforeEach(({ watch }) => {
  watch.expected.push(
    /Failed to load resource|integrity|Loading (CSS )?chunk|ChunkLoadError|Unsatisfied version/,
  )
})

let build: ThirdPartyBuild
test.beforeAll(async () => {
  build = await buildThirdPartyRemote()
})

function release(count: number): ServedRelease {
  const { declaration, files } = deriveRelease(build, count)
  const { name, placement, container } = declaration
  return describeRelease({ name, placement, container, files, version: `1.0.${count}-r${count}` })
}
/** The lazy file that a click on the button requests. */
const lazyFile = ({ files }: ServedRelease, extension: 'js' | 'css'): string => {
  const found = [...files].find(
    ([path, bytes]) => path.endsWith(extension) && /Never stake more|border-left/.test(bytes.toString()),
  )
  return found?.[0] ?? ''
}
const answers = {
  'is missing': (route: Route) => route.fulfill({ status: 404 }),
  'was tampered with': (route: Route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      contentType: route.request().url().endsWith('.css') ? 'text/css' : 'text/javascript',
      body: route.request().url().endsWith('.css')
        ? 'body { outline: 7px solid rgb(1, 2, 3) }'
        : 'globalThis.tampered = true',
    }),
}

for (const [what, extension] of [
  ['lazy chunk', 'js'],
  ['lazy style sheet', 'css'],
] as const)
  for (const [how, answer] of Object.entries(answers))
    test(`F1 F4 a third-party remote whose ${what} ${how} shows an error panel, the rest works, and Retry loads it`, {
      tag: NIGHTLY,
    }, async ({ page }) => {
      const newest = release(1)
      const file = lazyFile(newest, extension)
      const served = await serveRegistry(page, [newest])
      served.intercept = async (route, path) => {
        if (path !== file) return 'untouched'
        await answer(route)
        return 'answered'
      }
      await openProduct(page)
      await openTab(page, 'Bankroll')
      await expect(page.getByText('Release r0001')).toBeVisible()
      await page.getByRole('button', { name: 'How to stake' }).click()
      await expect(page.locator('[data-remote-error]')).toBeVisible()
      expect(await showsTampered(page)).toBe(false)
      await expectOtherPagesWork(page)

      served.intercept = null
      await openTab(page, 'Bankroll')
      const retry = page.getByRole('button', { name: 'Retry' })
      const staking = page.getByRole('button', { name: 'How to stake' })
      await expect(retry.or(staking)).toBeVisible()
      if (await retry.isVisible()) await retry.click()
      await staking.click()
      await expect(page.getByText('Never stake more')).toHaveCSS('border-left-color', 'rgb(12, 34, 56)')
      expect(await isMarked(page)).toBe(true)
      await expectSignOutWorks(page)
    })

test('F1 F4 a third-party remote whose lazy chunk is missing is replaced by its earlier release', {
  tag: NIGHTLY,
}, async ({ page }) => {
  const newest = release(2)
  const fallback = release(1)
  const file = lazyFile(newest, 'js')
  const served = await serveRegistry(page, [addFallback(newest, fallback), fallback])
  served.intercept = async (route, path) => {
    if (path !== file) return 'untouched'
    await route.fulfill({ status: 404 })
    return 'answered'
  }
  await openProduct(page)
  await openTab(page, 'Bankroll')
  await expect(page.getByText('Release r0002')).toBeVisible()
  await page.getByRole('button', { name: 'How to stake' }).click()
  await expect(page.getByText('Release r0001')).toBeVisible()
  await page.getByRole('button', { name: 'How to stake' }).click()
  await expect(page.getByText('Never stake more')).toBeVisible()
  await expectOtherPagesWork(page)
})

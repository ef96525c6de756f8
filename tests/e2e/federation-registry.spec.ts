import type { Page, Route } from '@playwright/test'
import {
  expect,
  expectOtherPagesWork,
  isMarked,
  markPage,
  openProduct,
  test,
} from '../support/accounts/signed-in.ts'
import { PAGES, REGISTRY_BLOCK } from '../support/federation/serve-registry.ts'
import { NIGHTLY, productUrl } from '../support/fixtures.ts'

test.beforeEach(({ watch }) => {
  watch.expected.push(/Failed to load resource|ERR_CONNECTION_REFUSED/)
})

const REGISTRY = '**/api/remotes'
const unavailable = (route: Route) => route.fulfill({ status: 503, body: '' })

/** Serves the page without a registry, like an API that cannot read it. */
const withoutRegistry = (page: Page) =>
  page.route(PAGES, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(REGISTRY_BLOCK, '') })
  })
const neverVisited = (page: Page) => page.addInitScript(() => localStorage.removeItem('propsight.registry'))
const unlisted = (page: Page) =>
  page.getByRole('heading', { name: 'The parts of Propsight could not be loaded' })
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Get Started' })

test('F4 a first visit while the registry is unavailable shows an error panel and recovers by itself', async ({
  page,
}) => {
  await neverVisited(page)
  await withoutRegistry(page)
  await page.route(REGISTRY, unavailable)
  await page.goto(productUrl())
  await expect(unlisted(page)).toBeVisible()
  await expect(page.getByRole('banner').getByText(/^\d+ credits?$/)).toBeVisible()
  await markPage(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(unlisted(page)).toBeVisible()

  await page.unroute(REGISTRY)
  await expect(dashboard(page)).toBeVisible()
  expect(await isMarked(page)).toBe(true)
  await expectOtherPagesWork(page)
})

for (const [how, tag, answer] of [
  ['answers 503', [], unavailable],
  ['never answers', [NIGHTLY], async () => {}],
] as const)
  test(`F4 a later visit uses the stored registry when the registry ${how}`, {
    tag: [...tag],
  }, async ({ page }) => {
    await openProduct(page)
    await withoutRegistry(page)
    await page.route(REGISTRY, answer)
    await page.reload()
    await expect(dashboard(page)).toBeVisible()
    await expectOtherPagesWork(page)
  })

test('F4 the page of the bundle store starts from the stored registry when the API is unavailable', {
  tag: NIGHTLY,
}, async ({ page }) => {
  await openProduct(page)
  await page.route(/^https?:\/\/[^/]+\/(?!bundles\/)/, (route) => route.abort('connectionrefused'))
  await page.goto(`${productUrl()}/bundles/index.html`)
  const tabs = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).first()
  await expect(tabs.getByRole('link', { name: 'My Picks' })).toBeVisible()
  await tabs.getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
})

test('F4 a slow remote is shown when it arrives, and another screen opens in the meantime', {
  tag: NIGHTLY,
}, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/bundles/picks/**', async (route) => {
    await released
    await route.fallback()
  })
  await openProduct(page)
  const link = (name: string) => page.getByRole('link', { name }).filter({ visible: true }).first()
  await link('My Picks').click()
  await expect(page.getByRole('region', { name: 'Loading My Picks' })).toBeVisible()
  await link('Pricing').click()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await link('My Picks').click()
  await expect(page.getByRole('region', { name: 'Loading My Picks' })).toBeVisible()
  release()
  await expect(
    page
      .locator('#main')
      .getByText(/No Picks Saved|Saved/i)
      .first(),
  ).toBeVisible()
})

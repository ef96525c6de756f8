import type { Page } from '@playwright/test'
import { openAsNewUser } from '../support/accounts/session.ts'
import { type DevRemote, startDevRemote } from '../support/federation/dev-remote.ts'
import { expect, expectAccessible, NIGHTLY, productUrl, test, WIDTHS } from '../support/fixtures.ts'

const TITLE = 'Run My Picks from your machine?'
let dev: DevRemote
test.beforeAll(async () => {
  dev = await startDevRemote()
})
test.afterAll(() => dev.stop())

const linkTo = (origin: string) => `${productUrl()}/?dev-remote=picks@${origin}`
const question = (page: Page) => page.getByRole('alertdialog', { name: TITLE })
const banner = (page: Page) => page.getByText(`My Picks runs from ${dev.url}`)
const openPicks = (page: Page) =>
  page.getByRole('link', { name: 'My Picks' }).filter({ visible: true }).first().click()

/** Every request of a page to the developer's machine. */
function requestsTo(page: Page, origin: string): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(origin)) requests.push(request.url())
  })
  return requests
}

async function signUpDeveloper(page: Page): Promise<void> {
  const email = await openAsNewUser(page)
  const granted = await page.request.put(`${productUrl()}/api/developers`, {
    headers: { authorization: `Bearer ${process.env.PROPSIGHT_ADMIN_KEY}` },
    data: { email },
  })
  expect(granted.status()).toBe(204)
}

test('F5 A developer runs a remote from a dev server in the built shell, and Reset restores the deployed release', async ({
  page,
}) => {
  await signUpDeveloper(page)
  const requests = requestsTo(page, dev.url)

  await page.goto(linkTo(dev.url))
  await expect(question(page)).toContainText(dev.url)
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  // A link to the start page opens the remote that it names.
  await expect(page).toHaveURL(`${productUrl()}/picks`)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await page.reload()
  await openPicks(page)
  await expect(page.getByText('No Picks Saved')).toBeVisible()
  await expect(question(page)).toBeHidden()
  expect(requests).toEqual([])

  await page.goto(linkTo(dev.url))
  await page.goto(linkTo(dev.url))
  await expect(page.getByRole('alertdialog')).toHaveCount(1)
  // The remote is on the page already, so accepting loads it at once.
  const manifest = page.waitForResponse(`${dev.url}/mf-manifest.json`)
  await question(page).getByRole('button', { name: 'Run it here' }).click()
  await expect(banner(page)).toBeVisible()
  await manifest
  await expect(page.getByText('No Picks Saved')).toBeVisible()
  await expect(banner(page)).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/screens/override.png' })
  await page.setViewportSize(WIDTHS.phone)
  await expect(banner(page)).toBeVisible()

  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(banner(page)).toBeHidden()
  await expect(page.getByText('No Picks Saved')).toBeVisible()
  const before = requests.length
  await page.reload()
  await expect(page.getByText('No Picks Saved')).toBeVisible()
  expect(requests).toHaveLength(before)
})

test('F1 F5 A stopped dev server shows the unavailable panel, and Reset restores the deployed release', {
  tag: NIGHTLY,
}, async ({ page, watch }) => {
  watch.expected.push(/ERR_CONNECTION_REFUSED/)
  const devServer = await startDevRemote()
  await signUpDeveloper(page)
  await page.goto(linkTo(devServer.url))
  await devServer.stop()
  await question(page).getByRole('button', { name: 'Run it here' }).click()
  await expect(page.getByText(`My Picks runs from ${devServer.url}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Picks is unavailable' })).toBeVisible()
  await expect(page.getByText(`Nothing usable answers at ${devServer.url}`)).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).first().click()
  await expect(page.getByText('No Picks Saved')).toBeVisible()
})

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openAsNewUser } from '../support/accounts/session.ts'
import { copyRemote, type DevRemote, startDevRemote } from '../support/federation/dev-remote.ts'
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
  await expect(page).toHaveURL(`${productUrl()}/`)
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
  await question(page).getByRole('button', { name: 'Run it here' }).click()
  await expect(banner(page)).toBeVisible()
  const manifest = page.waitForResponse(`${dev.url}/mf-manifest.json`)
  await openPicks(page)
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

test('F5 An override is refused for a user who is not a developer, for another host and without a session', async ({
  page,
  browser,
  watch,
}) => {
  watch.expected.push(/status of 40[035] /)
  const email = await openAsNewUser(page)
  const requests = requestsTo(page, dev.url)
  await page.goto(linkTo(dev.url))
  await expect(page.getByText('Only developers can run a part from their own machine.')).toBeVisible()
  await page.goto(linkTo('https://picks.evil.example'))
  await expect(page.getByText('Only an address of this machine')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  // The server refuses calls that bypass the dialog.
  const put = (body: object) =>
    page.evaluate(async (data) => {
      const session = JSON.parse(localStorage.getItem('propsight.auth') ?? '{}')
      const answer = await fetch('/api/override', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
        body: JSON.stringify(data),
      })
      return answer.status
    }, body)
  expect(await put({ name: 'picks', url: dev.url })).toBe(403)
  expect(await put({ name: 'picks', url: 'http://192.168.0.7:80' })).toBe(400)
  expect(await page.evaluate(async () => (await fetch('/api/override?name=picks')).status)).toBe(405)
  await page.reload()
  await expect(page.getByText('runs from')).toHaveCount(0)
  expect(requests).toEqual([])

  const signedOutPage = await browser.newPage()
  await signedOutPage.goto(linkTo(dev.url))
  await expect(signedOutPage.getByText('Sign in as a developer first')).toBeVisible()
  await signedOutPage.context().close()
  expect(email).toContain('@')
})

test('F1 F5 A stopped dev server shows the unavailable panel, and Reset restores the deployed release', {
  tag: NIGHTLY,
}, async ({ page, watch }) => {
  watch.expected.push(/ERR_CONNECTION_REFUSED/)
  const devServer = await startDevRemote()
  await signUpDeveloper(page)
  await page.goto(linkTo(devServer.url))
  await question(page).getByRole('button', { name: 'Run it here' }).click()
  await expect(page.getByText(`My Picks runs from ${devServer.url}`)).toBeVisible()
  await devServer.stop()
  await openPicks(page)
  await expect(page.getByRole('heading', { name: 'My Picks is unavailable' })).toBeVisible()
  await expect(page.getByText(`Nothing usable answers at ${devServer.url}`)).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).first().click()
  await expect(page.getByText('No Picks Saved')).toBeVisible()
})

test('F5 An edit in the remote shows in the built shell without a reload', { tag: NIGHTLY }, async ({
  page,
}) => {
  const folder = copyRemote('picks')
  const devServer = await startDevRemote(folder)
  try {
    await signUpDeveloper(page)
    await page.goto(linkTo(devServer.url))
    await question(page).getByRole('button', { name: 'Run it here' }).click()
    const listening = page.waitForEvent('websocket', (socket) =>
      socket.url().includes(new URL(devServer.url).host),
    )
    await openPicks(page)
    await expect(page.getByText('No Picks Saved')).toBeVisible()
    await listening
    const file = join(folder, 'src/app/my-picks.tsx')
    writeFileSync(file, readFileSync(file, 'utf8').replace('No Picks Saved', 'Nothing saved, as edited'))
    await expect(page.getByText('Nothing saved, as edited')).toBeVisible()
  } finally {
    // An open page would prefetch from a stopped server.
    await page.close()
    await devServer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

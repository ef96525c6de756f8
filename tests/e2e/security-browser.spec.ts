import { renderMailbox } from '@propsight/api/testing'
import { dashboard, openWithSession } from '../support/accounts/session.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { type AttackerServer, startAttackerServer } from '../support/hostile/attacker-server.ts'
import {
  expectNoScriptRan,
  HOSTILE_TEXTS,
  observeInjections,
  shownLiterally,
} from '../support/hostile/script-detection.ts'

const ALL_HOSTILE_TEXTS = HOSTILE_TEXTS.join(' ')
const KEYS = [
  'auth',
  'broken-releases',
  'debug',
  'notifications-seen',
  'override-ended',
  'override-owner',
  'password-reset',
  'profile',
  'registry',
  'running-release',
  'storage-owners',
  'theme',
]

let attacker: AttackerServer
test.beforeAll(async () => {
  attacker = await startAttackerServer()
})
test.afterAll(() => attacker.close())

test('Another site cannot frame the product, control its window, or read its answers', {
  tag: NIGHTLY,
}, async ({ page, context, site, watch }) => {
  watch.expected.push(/frame|ERR_BLOCKED|Cross-Origin|Failed to load/i)
  attacker.pages.set('/frame', `<iframe src="${site.url}"></iframe>`)
  await page.goto(`${attacker.url}/frame`)
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')

  const opened = context.waitForEvent('page')
  await page.evaluate((url) => {
    window.open(url)
  }, site.url)
  const productPage = await opened
  await expect(productPage.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
  expect(await productPage.evaluate(() => window.opener)).toBeNull()

  const reads = await page.evaluate(
    (urls) =>
      Promise.all(
        urls.map((url) =>
          fetch(url, { mode: 'no-cors', credentials: 'include' }).then(
            () => `${url} was answered`,
            () => 'refused',
          ),
        ),
      ),
    [`${site.url}/api/info`, `${site.url}/api/remotes`, `${site.url}/`],
  )
  expect(reads).toEqual(['refused', 'refused', 'refused'])
})

test('Scripts read no cookie, and after sign-out neither Back nor the storage shows data of the user', async ({
  page,
  context,
  site,
}) => {
  const user = await site.newUser()
  await openWithSession(page, site.url, user)
  await expect(dashboard(page)).toBeVisible()
  for (const cookie of await context.cookies())
    expect(cookie, cookie.name).toMatchObject({
      httpOnly: true,
      sameSite: expect.stringMatching(/Lax|Strict/),
    })
  expect(await page.evaluate(() => document.cookie)).toBe('')

  const id = (await user.client.auth.getUser()).data.user?.id
  const answer = await page.goto(`${site.url}/picks`)
  expect(answer?.headers()['cache-control']).toBe('private, no-store')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const welcome = page.getByRole('heading', { name: 'Welcome to Propsight' })
  await expect(welcome).toBeVisible()
  await page.goBack()
  await expect(welcome).toBeVisible()
  const storage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(storage).not.toContain(user.email)
  expect(storage).not.toContain(id ?? 'no user')
  // A token has three parts, the first two of JSON. The hashes of the registry may contain the first letters by chance.
  expect(storage).not.toMatch(/access_token|refresh_token|eyJ[\w-]+\.eyJ/)
  expect(await page.content()).not.toContain(user.email)
})

const ADDRESSES = [
  '/?open=X&category=X&mode=X&code=X&error_description=X#error=X&error_description=X',
  '/?dev-remote=X',
  '/#access_token=X&refresh_token=X&type=recovery',
  '/picks?view=X&pick=X',
  '/pitchers?date=X',
  '/X',
]
for (const address of ADDRESSES) {
  test(`An address with markup runs nothing and stays on the site: ${address}`, { tag: NIGHTLY }, async ({
    page,
    site,
    watch,
  }) => {
    watch.expected.push(/status of 4\d\d/)
    const effects = await observeInjections(page)
    await openWithSession(
      page,
      site.url + address.replaceAll('X', encodeURIComponent(ALL_HOSTILE_TEXTS)),
      await site.newUser(),
    )
    await expect(page.getByRole('banner')).toBeVisible()
    await expectNoScriptRan(page, effects)
    expect(new URL(page.url()).origin).toBe(site.url)
  })
}

test('A browser with hostile storage starts and requests nothing from another origin', {
  tag: NIGHTLY,
}, async ({ page, site, watch }) => {
  watch.expected.push(/./)
  const effects = await observeInjections(page)
  const registry = {
    remotes: [
      {
        name: 'enemy',
        version: '1.0.0',
        contract: '1.0',
        entry: 'x.js',
        base: `${attacker.url}/`,
        size: 1,
        placement: { mount: 'tab', path: '/enemy', title: 'Enemy', order: 1 },
        globalName: 'x',
        shared: [],
        integrity: {},
        preload: ['x.js'],
      },
    ],
  }
  const requestsBefore = attacker.requests.length
  for (const value of [
    ALL_HOSTILE_TEXTS,
    JSON.stringify({ [ALL_HOSTILE_TEXTS]: ALL_HOSTILE_TEXTS }),
    JSON.stringify(registry),
    '{"__proto__":{"a":1}}',
  ]) {
    await page.goto(`${site.url}/robots.txt`)
    await page.evaluate(
      ([keys, text]) => {
        for (const key of keys) {
          localStorage.setItem(`propsight.${key}`, text)
          sessionStorage.setItem(`propsight.${key}`, text)
        }
      },
      [KEYS, value] as const,
    )
    await page.goto(site.url)
    await expect(page.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
    await expectNoScriptRan(page, effects)
  }
  expect(attacker.requests.slice(requestsBefore)).toEqual([])
})

test('Messages from windows and channels change nothing', { tag: NIGHTLY }, async ({ page, site }) => {
  const effects = await observeInjections(page)
  const user = await site.newUser()
  await openWithSession(page, site.url, user)
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await page.evaluate((text) => {
    const messages = [
      text,
      { type: text, event: 'SIGNED_OUT' },
      { event: 'SIGNED_IN', session: { user: text } },
      null,
    ]
    for (const message of messages) {
      window.postMessage(message, '*')
      for (const name of ['propsight.profile', 'propsight.picks']) {
        const channel = new BroadcastChannel(name)
        channel.postMessage(message)
        channel.close()
      }
    }
  }, ALL_HOSTILE_TEXTS)
  await expect(page.getByRole('banner').getByText(/^\d+ credits?$/)).toBeVisible()
  await expectNoScriptRan(page, effects)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
})

test('Hostile mails are text on the mailbox page, also without a content security policy', {
  tag: NIGHTLY,
}, async ({ page }) => {
  const effects = await observeInjections(page)
  const mail = {
    id: ALL_HOSTILE_TEXTS,
    to: ALL_HOSTILE_TEXTS,
    subject: ALL_HOSTILE_TEXTS,
    text: ALL_HOSTILE_TEXTS,
    at: new Date().toISOString(),
    html: `${ALL_HOSTILE_TEXTS}<a href="javascript:hurt()">x</a><a href="https://x.test/${ALL_HOSTILE_TEXTS}">x</a>`,
  }
  attacker.pages.set('/mailbox', renderMailbox([mail], '/mailbox'))
  await page.goto(`${attacker.url}/mailbox`)
  expect(await shownLiterally(page)).toBeGreaterThan(5)
  await expectNoScriptRan(page, effects)
})

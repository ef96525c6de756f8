import type { Browser, Page } from '@playwright/test'
import type { RemoteDeclaration } from '@propsight/shared/contracts'
import { openAsNewUser } from '../support/accounts/session.ts'
import { type Deployable, deploy, readReleases } from '../support/federation/deploy.ts'
import { NIGHTLY } from '../support/fixtures.ts'
import { expect, test } from '../support/product/own-product.ts'
import type { RunningProduct } from '../support/product/start-product.ts'
import { waitUntil } from '../support/wait-until.ts'

const NAME = 'noteboard'
const STABLE = '1.0.0-r0001'
const BROKEN = '1.1.0-r0002'
const VISITORS = 3
const APPEARS_WITHIN_MS = 60_000

/** A release without a screen of its own worth opening: its component is shown in two slots. */
function release(version: string, mount: string): Deployable {
  const global = `noteboard_${version.replace(/^.*-/, '')}`
  const declaration: RemoteDeclaration = {
    name: NAME,
    contract: '1.0',
    placement: {
      mount: 'overlay',
      title: 'Notes',
      slots: [
        { slot: 'dashboard/today', props: 1, extension: 'note', order: -5 },
        { slot: 'header/menu', props: 1, extension: 'note', when: { role: 'user' } },
      ],
    },
    container: { file: 'entry.js', global, shared: { react: '^19.0.0' } },
    extensions: ['note'],
  }
  const code = `globalThis.${global} = {
    init() {},
    get: () => Promise.resolve(() => ({
      default: {
        contract: '1.0', name: '${NAME}', Root: () => null,
        extensions: {
          note: {
            props: { '~standard': { version: 1, vendor: 'tests', validate: (value) => ({ value }) } },
            mount(element) { ${mount}; return { update() {}, unmount() {} } },
          },
        },
      },
    })),
  }`
  return { declaration, version, files: new Map([['entry.js', Buffer.from(code)]]) }
}

const NOTE = `const section = document.createElement('section'); section.textContent = 'Noted for tonight'; element.append(section)`

/** A note that a flag shows, with a text of the configuration. Everything else is as in `release`. */
function configured(): Deployable {
  const NOTE_OF_CONFIG = `
    const section = document.createElement('section')
    const write = () => { section.textContent = shell.config.get().text }
    write()
    shell.config.subscribe(write)
    element.append(section)
    globalThis.mountsOfNote = (globalThis.mountsOfNote ?? 0) + 1`
  const { declaration, version, files } = release('2.0.0-r0003', NOTE_OF_CONFIG)
  const code =
    files.get('entry.js')?.toString().replace('mount(element)', 'mount(element, props, shell)') ?? ''
  return {
    version,
    files: new Map([['entry.js', Buffer.from(code)]]),
    declaration: {
      ...declaration,
      contract: '1.6',
      placement: {
        mount: 'overlay',
        title: 'Notes',
        slots: [{ slot: 'dashboard/today', props: 1, extension: 'note', order: -5, when: { flag: 'shown' } }],
      },
      config: {
        shown: { type: 'boolean', default: false },
        text: { type: 'string', default: 'Noted for tonight' },
      },
    },
  }
}

const note = (page: Page) => page.getByText('Noted for tonight')
const todaysGames = (page: Page) => page.getByRole('region', { name: "Today's games" })

async function openedByNewUser(browser: Browser, product: RunningProduct): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await openAsNewUser(page, product)
  return page
}

/** The live releases of all remotes. */
async function readVersions(page: Page, product: RunningProduct): Promise<string[]> {
  const { remotes } = await (await page.request.get(`${product.url}/api/remotes`)).json()
  return remotes.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`)
}

test('F1 F2 F4 a remote that no screen knows puts a component into two slots, and its broken canary halts alone', {
  tag: NIGHTLY,
}, async ({ browser, page, product, watch }) => {
  test.setTimeout(180_000)
  watch.expected.push(/thrown by a note/)
  await openAsNewUser(page, product)
  await expect(todaysGames(page)).toBeVisible()
  await expect(note(page)).toHaveCount(0)
  const before = await readVersions(page, product)

  await deploy(product, release(STABLE, NOTE))
  const live = performance.now()
  // Without a reload. The interval of the registry is tested with its code.
  await expect(note(page)).toBeVisible({ timeout: APPEARS_WITHIN_MS })
  const seconds = (performance.now() - live) / 1_000
  // No release of another remote changed, so neither did a byte of it.
  expect(await readVersions(page, product)).toEqual(expect.arrayContaining([...before, `${NAME}@${STABLE}`]))
  expect(await readVersions(page, product)).toHaveLength(before.length + 1)
  await expect(
    page.locator(`[data-contribution="picks/settled"], [data-contribution="${NAME}/note"]`),
  ).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByText('Noted for tonight')).toBeVisible()

  await deploy(product, {
    ...release(BROKEN, `throw new Error('thrown by a note')`),
    channel: 'canary',
    percent: 100,
  })
  for (let visitor = 0; visitor < VISITORS; visitor += 1) {
    const visited = await openedByNewUser(browser, product)
    // The screen around it works, and shows the component of the earlier release.
    await expect(todaysGames(visited)).toBeVisible()
    await expect(note(visited)).toBeVisible()
    await waitUntil('the report of the failure', async () => {
      const { rollout, releases } = await readReleases(product, NAME)
      return rollout.halted !== null || (releases[0]?.loads.failing ?? 0) > visitor
    })
    await visited.context().close()
  }
  await waitUntil('the halt', async () => (await readReleases(product, NAME)).rollout.halted !== null)
  expect((await readReleases(product, NAME)).rollout).toMatchObject({
    live: STABLE,
    canary: null,
    halted: { version: BROKEN },
  })
  for (const each of before) {
    const [name = '', version] = each.split('@')
    expect((await readReleases(product, name)).rollout).toMatchObject({ live: version, halted: null })
  }
  console.log(`a contribution appeared after ${seconds.toFixed(1)} s`)
})

test('F2 a flag that is turned on for a cohort shows a component to its member only, and a value changes it in place', {
  tag: NIGHTLY,
}, async ({ browser, page, product }) => {
  test.setTimeout(180_000)
  const send = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const headers = { authorization: `Bearer ${product.adminKey}` }
    const answer = await page.request.fetch(`${product.url}/api/${path}`, { method, headers, data })
    expect(answer.status()).toBe(204)
  }
  const deployed = configured()
  await deploy(product, deployed)
  const email = await openAsNewUser(page, product)
  const other = await openedByNewUser(browser, product)
  await send('PUT', 'cohorts/testers', { email })
  const before = await readVersions(page, product)
  await expect(todaysGames(page)).toBeVisible()
  await expect(note(page)).toHaveCount(0)

  const set = performance.now()
  await send('POST', `remotes/${NAME}/config`, {
    key: 'shown',
    value: true,
    audience: { cohort: ['testers'] },
  })
  await expect(note(page)).toBeVisible({ timeout: APPEARS_WITHIN_MS })
  const seconds = (performance.now() - set) / 1_000
  expect(await readVersions(page, product)).toEqual(before)

  await send('POST', `remotes/${NAME}/config`, { key: 'text', value: 'Noted for the playoffs' })
  const changed = page.getByText('Noted for the playoffs')
  await expect(changed).toBeVisible({ timeout: APPEARS_WITHIN_MS })
  expect(await page.evaluate(() => Reflect.get(globalThis, 'mountsOfNote'))).toBe(1)

  // The page of the other user has asked for the registry since, and a page load has the values at once.
  await expect(todaysGames(other)).toBeVisible()
  await other.reload()
  await expect(todaysGames(other)).toBeVisible()
  await expect(other.locator(`[data-contribution="${NAME}/note"]`)).toHaveCount(0)
  await page.reload()
  const inPage = await page.evaluate(() => document.getElementById('propsight-registry')?.textContent ?? '')
  const entry = JSON.parse(inPage).remotes.find(({ name }: { name: string }) => name === NAME)
  expect(entry.config).toEqual({ shown: true, text: 'Noted for the playoffs' })
  expect(inPage).not.toContain('testers')
  await expect(changed).toBeVisible()
  console.log(`a flag appeared after ${seconds.toFixed(1)} s`)
})

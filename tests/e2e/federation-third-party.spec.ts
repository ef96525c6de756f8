import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { DeployResponse } from '@propsight/shared/contracts'
import { openAsNewUser } from '../support/accounts/session.ts'
import { isMarked, markPage, openTab } from '../support/accounts/signed-in.ts'
import { deploy } from '../support/federation/deploy.ts'
import { buildThirdPartyRemote, type ThirdPartyBuild } from '../support/federation/third-party-remote.ts'
import { expect, test } from '../support/product/own-product.ts'

/** One copy of a module that the page's federation runtime offers to shell and remotes. */
interface SharedCopy {
  name: string
  version: string
  /** Container that provides the copy. */
  from: string
  /** Containers that use it. */
  usedBy: string[]
  /** Whether the copy was executed. */
  loaded: boolean
  /** Names that the module exports; empty until it is loaded. */
  exports: string[]
}

/** Reads the copies of shared modules in the page: one per name, version and providing container. */
const readShareScope = async (page: Page): Promise<SharedCopy[]> => {
  const all = await page.evaluate(() =>
    (globalThis.__FEDERATION__?.__INSTANCES__ ?? []).flatMap(({ shareScopeMap }) =>
      Object.entries(shareScopeMap.default ?? {}).flatMap(([name, versions]) =>
        Object.entries(versions).map(([version, { from, useIn, loaded, lib }]): SharedCopy => {
          const module: unknown = lib?.()
          const exports = module !== null && typeof module === 'object' ? Object.keys(module).sort() : []
          return { name, version, from, usedBy: useIn, loaded: loaded === true || lib !== undefined, exports }
        }),
      ),
    ),
  )
  const copies = new Map<string, SharedCopy>()
  for (const copy of all) {
    const key = `${copy.name}@${copy.version} from ${copy.from}`
    const known = copies.get(key)
    const usedBy = [...new Set([...(known?.usedBy ?? []), ...copy.usedBy])].sort()
    copies.set(key, { ...copy, usedBy, loaded: copy.loaded || known?.loaded === true })
  }
  return [...copies.values()]
}

const sharedNames = (copies: readonly SharedCopy[]): string[] =>
  [...new Set(copies.map(({ name }) => name))].sort()

const require = createRequire(import.meta.url)

const CHARTS = '@propsight/shared/charts'
/** The modules that exist once in a page. */
const SINGLETONS = [
  CHARTS,
  '@propsight/shared/schema',
  '@tanstack/react-query',
  'jotai',
  'react',
  'react-dom',
  'react-router-dom',
  'react/jsx-runtime',
]

let build: ThirdPartyBuild
let answer: DeployResponse
test.beforeAll(async ({ product }) => {
  build = await buildThirdPartyRemote()
  answer = await deploy(product, { ...build, version: '1.4.0-r0000', message: 'hello' })
})

test('F1 F2 F3 a third-party remote built by webpack and deployed at run time appears in the shell and works', async ({
  page,
  product,
}) => {
  expect(answer.report.findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(answer.published).toBe(true)

  const email = await openAsNewUser(page, product)
  await openTab(page, 'Bankroll')
  await expect(page.getByRole('heading', { level: 1, name: 'Bankroll' })).toBeVisible()
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await expect(page.locator('#main').getByText('20 credits', { exact: true })).toBeVisible()
  await expect(page.getByText('Address /bankroll')).toBeVisible()

  await page.getByRole('button', { name: 'How to stake' }).click()
  const lazy = page.getByText('Never stake more')
  await expect(lazy).toBeVisible()
  // The style sheet of the lazy chunk is applied.
  await expect(lazy).toHaveCSS('border-left-color', 'rgb(12, 34, 56)')

  const loaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src],link[rel=stylesheet]')]
      .map((element) => ({
        file: new URL(element instanceof HTMLScriptElement ? element.src : element.href).pathname,
        integrity: element.integrity,
        crossOrigin: element.crossOrigin,
      }))
      .filter(({ file }) => file.includes('/bankroll/')),
  )
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.includes('/bankroll/')),
  )
  expect(fetched.length).toBeGreaterThanOrEqual(5)
  expect(loaded.filter(({ integrity }) => !integrity.startsWith('sha384-'))).toEqual([])
  expect(loaded.filter(({ crossOrigin }) => crossOrigin !== 'anonymous')).toEqual([])
  expect(loaded.filter(({ file }) => file.endsWith('.css'))).toHaveLength(2)

  await page.getByRole('button', { name: 'Go to the picks' }).click()
  await expect(page).toHaveURL(/\/picks$/)
  await expect(page.getByText('No Picks Saved')).toBeVisible()
})

test('F1 F3 a third-party remote nests routes in the router of the shell and uses its hooks', async ({
  page,
  product,
}) => {
  await openAsNewUser(page, product)
  await openTab(page, 'Bankroll')
  await markPage(page)
  await page.getByRole('link', { name: 'July' }).click()
  await expect(page).toHaveURL(/\/bankroll\/months\/july$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Month july' })).toBeVisible()
  await expect(page.locator('a[aria-current=page]', { hasText: 'Bankroll' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Stake 1' }).click()
  await page.getByRole('button', { name: 'Newest first' }).click()
  await expect(page.getByText('Router at /bankroll/months/july?sort=new')).toBeVisible()

  await page.goBack()
  await expect(page.getByText('Address /bankroll', { exact: true })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Stake 2' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)

  await page.goto(`${product.url}/Bankroll/months/May/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Month May' })).toBeVisible()
  await page.goto(`${product.url}/bankrolls/months`)
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
})

test('F3 with all remotes visited, each shared module is loaded once, from the shell, and complete', async ({
  page,
  product,
  watch,
}) => {
  // The admin page asks whether this browser has a session.
  watch.expected.push(/status of 403/)
  await openAsNewUser(page, product)
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  for (const tab of ['My Picks', 'Bankroll', 'Dashboard']) await openTab(page, tab)
  await page.getByRole('button', { name: 'Weather' }).click()
  await expect(page.getByRole('dialog', { name: 'Game Time Weather' })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const [path, title] of [
    ['/pitchers', 'Pitchers'],
    ['/adminaccess', 'Admin access'],
  ] as const) {
    await page.evaluate((target) => {
      history.pushState(null, '', target)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }

  const copies = await readShareScope(page)
  const loaded = copies.filter((copy) => copy.loaded)
  expect(loaded.map(({ name }) => name).sort()).toEqual(SINGLETONS)
  // The shell provides the charts and does not use them: the runtime then records the first user as provider.
  const fromElsewhere = loaded.filter(({ name, from }) => from !== 'shell' && name !== CHARTS)
  expect(fromElsewhere).toEqual([])
  expect(sharedNames(copies)).toEqual(SINGLETONS)
  for (const name of ['@tanstack/react-query', 'jotai', 'react-router-dom']) {
    const complete = Object.keys(require(name)).filter(
      (key) => !/^(default|module\.exports|__esModule)$/.test(key),
    )
    expect(complete.length).toBeGreaterThan(5)
    expect(loaded.find((copy) => copy.name === name)?.exports).toEqual(expect.arrayContaining(complete))
  }
  // The runtime of webpack's own plugin does not record that the third-party remote uses a copy.
  const users = new Set(
    loaded.flatMap(({ usedBy }) => usedBy).map((container) => container.replace(/_.*$/, '')),
  )
  expect([...users].sort()).toEqual(
    expect.arrayContaining(['admin', 'analysis', 'picks', 'pitchers', 'weather']),
  )
})

test('F3 a third-party remote that imports zod uses its own, complete copy', async ({ page, product }) => {
  await openAsNewUser(page, product)
  await openTab(page, 'Bankroll')
  await page.getByRole('button', { name: 'How to stake' }).click()
  await expect(page.getByText(/^1% of 100 units; ✖ Invalid input/)).toBeVisible()
  expect(sharedNames(await readShareScope(page))).not.toContain('zod')
})

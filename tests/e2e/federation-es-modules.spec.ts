import { expect, expectOtherPagesWork, openProduct, openTab, test } from '../support/accounts/signed-in.ts'
import { describeRelease, type ServedRelease } from '../support/federation/remote-files.ts'
import { serveRegistry } from '../support/federation/serve-registry.ts'
import {
  addFallback,
  previousRelease,
  TEST_HEADING,
  TEST_PLACEMENT,
} from '../support/federation/test-remote.ts'

const NAME = 'pitchers'
const VERSION = '0.1.0-module00'
const HEADING = 'Made of modules'

/** A remote of ES modules, without a bundler: it takes React from the share scope, and has a lazy chunk. */
function moduleRelease(): ServedRelease {
  const manifest = {
    metaData: {
      globalName: 'subject_module00',
      remoteEntry: { name: 'container.js', path: '', type: 'module' },
    },
    exposes: [{ path: './remote' }],
  }
  const container = `
    let scope
    export const init = (shareScope) => { scope = shareScope }
    export const get = async () => {
      const [shared] = Object.values(scope.react)
      const React = (await shared.get())()
      const { createRemote } = await import('./remote.js')
      return () => ({ default: createRemote(React) })
    }`
  const remote = `
    export const createRemote = ({ createElement, useState }) => ({
      contract: '1.3',
      name: '${NAME}',
      Root() {
        const [text, setText] = useState('')
        const load = () => import('./lazy.js').then(({ TEXT }) => setText(TEXT))
        return createElement('main', null,
          createElement('h1', null, '${HEADING}'),
          createElement('button', { onClick: load }, 'More'),
          text)
      },
    })`
  return describeRelease({
    name: NAME,
    version: VERSION,
    contract: '1.3',
    placement: TEST_PLACEMENT,
    files: new Map(
      Object.entries({
        'mf-manifest.json': JSON.stringify(manifest),
        'container.js': container,
        'remote.js': remote,
        'lazy.js': "export const TEXT = 'From the lazy chunk'",
      }).map(([path, text]) => [path, Buffer.from(text)]),
    ),
  })
}

test('F1 F3 a remote of ES modules is loaded with verified modules, uses the React of the shell, and loads its lazy chunk', async ({
  page,
}) => {
  await serveRegistry(page, [moduleRelease()])
  await openProduct(page)
  await openTab(page, TEST_PLACEMENT.title)
  await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeVisible()
  const hashes = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
      ({ integrity }) => integrity,
    ),
  )
  expect(hashes).toHaveLength(3)
  for (const hash of hashes) expect(hash).toMatch(/^sha384-/)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByText('From the lazy chunk')).toBeVisible()
})

for (const file of ['container.js', 'lazy.js'])
  test(`F4 a remote of ES modules whose ${file} was changed does not run and is replaced by its earlier release`, async ({
    page,
    watch,
  }) => {
    watch.expected.push(/integrity|Subresource|digest|RUNTIME-\d+|did not load/i)
    const fallback = previousRelease()
    const release = moduleRelease()
    const served = await serveRegistry(page, [addFallback(release, fallback), fallback])
    served.intercept = async (route, requested) => {
      if (requested !== file) return 'untouched'
      await route.fulfill({
        body: 'globalThis.propsightTampered = true; export const init = () => {}, get = () => {}, TEXT = ""',
        headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' },
      })
      return 'answered'
    }
    await openProduct(page)
    await openTab(page, TEST_PLACEMENT.title)
    await expect(page.getByRole('heading', { level: 1, name: TEST_HEADING })).toBeVisible()
    expect(await page.evaluate(() => 'propsightTampered' in globalThis)).toBe(false)
    await expectOtherPagesWork(page)
  })

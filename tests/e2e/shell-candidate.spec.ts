import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { REGISTRY_ELEMENT_ID, registrySchema } from '@propsight/shared/contracts'
import { readRelease } from '@propsight/tools/testing'
import { openAsNewUser } from '../support/accounts/session.ts'
import { readReleases, runRemote } from '../support/federation/deploy.ts'
import { NIGHTLY } from '../support/fixtures.ts'
import { expect, test } from '../support/product/own-product.ts'
import type { RunningProduct } from '../support/product/start-product.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const BUILT = join(ROOT, 'shell/dist')
/** Starts a browser of its own, and opens every remote in it. */
const LIMIT_MS = 300_000

const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

/**
 * Copies the built shell with a text replaced in its scripts. A script contains the hashes of those that it loads, so
 * each changed hash is replaced as well.
 */
function writeShell(folder: string, replacements: readonly [from: string, to: string][]): void {
  cpSync(BUILT, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const texts = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(js|json)$/.test(path))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
  const pending = [...replacements]
  for (let next = pending.shift(); next; next = pending.shift()) {
    const [from, to] = next
    for (const [path, text] of texts) {
      if (!text.includes(from)) continue
      const changed = text.replaceAll(from, to)
      texts.set(path, changed)
      pending.push([sha384(text), sha384(changed)])
    }
  }
  for (const [path, text] of texts) writeFileSync(join(folder, path), text)
}

/** Deploys a shell that no visitor gets. @returns its version */
async function deployCandidate(
  product: RunningProduct,
  label: string,
  replacements: readonly [from: string, to: string][] = [],
): Promise<string> {
  const built = readRelease(BUILT)?.version ?? ''
  const version = `${built.slice(0, -label.length)}${label}`
  const folder = mkdtempSync(join(tmpdir(), 'propsight-shell-'))
  try {
    writeShell(folder, [[built, version], ...replacements])
    await runRemote(ROOT, product, [
      'deploy',
      'shell',
      '--dist',
      folder,
      '--channel',
      'canary',
      '--percent',
      '0',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return version
}

/** Runs the contract test of the candidate with the demo account. */
const testCandidate = (product: RunningProduct) =>
  runRemote(ROOT, product, ['test-shell'], {
    PROPSIGHT_TEST_EMAIL: product.demo.email,
    PROPSIGHT_TEST_PASSWORD: product.demo.password,
  })

test('F2 F5 a candidate of the shell is tested with every live remote in a browser, before any visitor gets it', {
  tag: NIGHTLY,
}, async ({ page, product }) => {
  test.setTimeout(LIMIT_MS)
  const version = await deployCandidate(product, 'good')
  const { document } = await testCandidate(product)
  expect(document).toMatchObject({ ok: true, shell: version })
  const mounted = document.remotes as { name: string; problem: string | null }[]
  expect(mounted.map(({ name, problem }) => [name, problem])).toEqual([
    ['admin', null],
    ['analysis', null],
    ['picks', null],
    ['pitchers', null],
    ['scanner', null],
    ['weather', null],
  ])
  await openAsNewUser(page, product)
  const registry = registrySchema.parse(
    JSON.parse((await page.locator(`#${REGISTRY_ELEMENT_ID}`).textContent()) ?? ''),
  )
  expect(registry.shell?.version).toBe(readRelease(BUILT)?.version)
})

test('F2 F5 a candidate without a function of the contract passes the checks and fails the test with the remotes that use it', {
  tag: NIGHTLY,
}, async ({ product }) => {
  test.setTimeout(LIMIT_MS)
  await deployCandidate(product, 'bad0', [['registerUnsavedWork:', 'registerUnsavedWorx:']])
  const failed = testCandidate(product)
  await expect(failed).rejects.toThrow(/ended with 1:/)
  const output = String(await failed.catch((error: unknown) => error))
  const problems = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)).remotes as {
    name: string
    problem: string | null
  }[]
  const found = Object.fromEntries(problems.map(({ name, problem }) => [name, problem]))
  // The admin screen uses it behind its key, the other two not at all.
  expect(found).toMatchObject({ admin: null, pitchers: null, weather: null })
  for (const name of ['analysis', 'picks']) expect(found[name]).toMatch(/registerUnsavedWork/)

  // Failures in the shell under test count for no remote.
  const { releases } = await readReleases(product, 'picks')
  expect(releases[0]).toMatchObject({ state: 'live', loads: { failed: 0 } })
})

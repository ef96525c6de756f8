import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openAsNewUser } from '../support/accounts/session.ts'
import { openTab } from '../support/accounts/signed-in.ts'
import { readReleases, runRemote } from '../support/federation/deploy.ts'
import { NIGHTLY } from '../support/fixtures.ts'
import { expect, test } from '../support/product/own-product.ts'
import { waitUntil } from '../support/wait-until.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const NAME = 'proof'
const TEXT = 'The proven release'

let folder: string
let count = 0
test.describe.configure({ mode: 'serial' })
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'propsight-proof-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Source {
  /** Statements before the container. */
  before?: string
  root?: string
  module?: string
  /** Replaces the whole script. */
  script?: (globalName: string) => string
}

/** Writes the build of a remote without a manifest. @returns the arguments of its deploy */
function writeRelease({ before = '', root = `() => '${TEXT}'`, module, script }: Source = {}) {
  count += 1
  const version = `1.${count}.0`
  const globalName = `proof_${count}`
  const own = join(folder, version)
  mkdirSync(join(own, 'dist'), { recursive: true })
  const declaration = {
    name: NAME,
    contract: '1.0',
    placement: { mount: 'tab', path: `/${NAME}`, title: 'Proof', order: 9 },
    container: { file: 'entry.js', global: globalName },
  }
  writeFileSync(join(own, 'remote.json'), JSON.stringify(declaration))
  const exported = module ?? `{ default: { contract: '1.0', name: '${NAME}', Root: ${root} } }`
  const container = `${before}
    var ${globalName} = { init() {}, get: async (path) => ({ './remote': () => (${exported}) })[path] }`
  writeFileSync(join(own, 'dist/entry.js'), script ? script(globalName) : container)
  const paths = ['--dist', join(own, 'dist'), '--declaration', join(own, 'remote.json')]
  return { version, args: ['deploy', NAME, ...paths, '--version', version] }
}

test('F2 deploy opens a release of a signed-in tab in a browser and makes it live for all visitors', async ({
  product,
}) => {
  test.setTimeout(180_000)
  const { version, args } = writeRelease()
  const { document } = await runRemote(ROOT, product, args)
  expect(document).toMatchObject({ rollout: { live: version, canary: null } })
  const { releases } = await readReleases(product, NAME)
  expect(releases).toMatchObject([{ version, verdict: 'worked', loads: { ok: 1, failed: 0 } }])
})

test('F2 a release that throws while it renders passes the checks, gets to no visitor and is withdrawn with its error', async ({
  product,
}) => {
  test.setTimeout(180_000)
  const { version, args } = writeRelease({ root: `() => { throw new Error('no render today') }` })
  await expect(runRemote(ROOT, product, args)).rejects.toThrow(/does not load in a browser.*no render today/s)
  const { rollout, releases } = await readReleases(product, NAME)
  expect(rollout).toMatchObject({ live: '1.1.0', canary: null, halted: { version } })
  expect(releases[0]).toMatchObject({ version, state: 'withdrawn', loads: { failed: 1 } })
})

test('F2 neither deploy nor doctor nor the server runs the code of a release', async ({ product }) => {
  test.setTimeout(180_000)
  const trace = join(folder, 'trace')
  // Writes a file wherever it is evaluated by Node.
  const before = `
    try { globalThis.process.getBuiltinModule('node:fs').writeFileSync('${trace}', 'ran') } catch {}`
  const { version, args } = writeRelease({ before })
  const doctor = runRemote(ROOT, product, ['doctor', ...args.slice(1)])
  await expect(doctor).resolves.toMatchObject({
    document: { report: { ok: true }, proof: { outcome: 'loads' } },
  })
  const { document } = await runRemote(ROOT, product, [...args, '--dry-run'])
  expect(document).toMatchObject({ report: { ok: true }, rollout: null })
  expect((await runRemote(ROOT, product, args)).document).toMatchObject({ version })
  expect(existsSync(trace)).toBe(false)
})

/** Waits for a promise: the page shows the panel, but a slow answer is no failure of the release. */
const SUSPENDS = 'renders without an end'
/** Ways to break a release that a static check cannot find. `federation-faulty-remotes` shows others in the page. */
const BROKEN: [what: string, Source][] = [
  ['throws in the module', { module: `(() => { throw new Error('x') })()` }],
  ['has no get', { script: (name) => `var ${name} = { init() {} }` }],
  ['exports another major', { module: `{ default: { contract: '9.0', name: '${NAME}', Root: () => 'x' } }` }],
  ['calls a function that the shell lacks', { root: '({ shell }) => shell.launch()' }],
  [SUSPENDS, { root: '(props) => { throw new Promise(() => {}) }' }],
  ['never loads', { before: 'const never = new Promise(() => {})', module: '(() => { throw never })()' }],
]

test.describe('broken releases', { tag: NIGHTLY }, () => {
  let live: string
  test.beforeAll(async ({ product }) => {
    const { version, args } = writeRelease()
    await runRemote(ROOT, product, args)
    live = version
  })

  for (const [what, source] of BROKEN)
    test(`F4 a release that ${what} passes the checks, is a canary, falls back for its visitors and is reported`, async ({
      page,
      product,
      watch,
    }) => {
      test.setTimeout(180_000)
      watch.expected.push(/./)
      const { version, args } = writeRelease(source)
      await runRemote(ROOT, product, [...args, '--channel', 'canary', '--percent', '100'])
      await openAsNewUser(page, product)
      await openTab(page, 'Proof')
      if (what === SUSPENDS)
        await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 40_000 })
      else {
        await expect(page.getByText(TEXT)).toBeVisible({ timeout: 30_000 })
        await waitUntil('the report', async () => {
          const [release] = (await readReleases(product, NAME)).releases
          return release?.version === version && Boolean(release.loads.failures[0]?.detail)
        })
      }
      await expect(runRemote(ROOT, product, ['promote', NAME])).rejects.toThrow(/ended with 4/)
      const { rollout, releases } = await readReleases(product, NAME)
      expect(rollout).toMatchObject({ live, canary: { version, percent: 100 } })
      expect(releases[0]).toMatchObject({ version, loads: { ok: 0 } })
    })
})

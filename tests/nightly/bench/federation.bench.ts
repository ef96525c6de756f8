import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Release } from '@propsight/shared/contracts'
import {
  buildAll,
  checkBundleSizes,
  findApps,
  precompress,
  readRelease,
  writeRelease,
} from '@propsight/tools/testing'
import {
  coldVisit,
  launch,
  openPreloadedTab,
  type Route,
  returningVisit,
  type Visit,
} from './federation/measure.ts'
import { createMeasuringRemote, mountRows } from './federation/mounts.ts'
import { buildOneBundle, type Edit } from './federation/one-bundle.ts'
import { type Served, serve } from './federation/serve.ts'
import type { Row } from './row.ts'

const CODE = /\.(js|css|json)$/
const HASH = /[0-9a-f]{8}$/
/** As long as the hash of a version, so that the size of the files stays the same. */
const NEXT_HASH = '0badc0de'

/** The edit of the remote that is deployed between two visits. */
const EDIT: Edit & { remote: string } = {
  remote: 'analysis',
  file: /analysis\/src\/app\/dashboard\.tsx$/,
  from: 'Get Started',
  to: 'Get Started here',
}

interface NextRelease {
  /** The built folder, in a temporary folder of its own. */
  dist: string
  release: Release
}

/**
 * The release of a remote after an edit of its source. It is derived from the built files, because a second build
 * gives the same: every file contains the hash of the version, in the names of its globals and classes.
 */
async function buildNextRelease({ remote, from, to }: typeof EDIT): Promise<NextRelease> {
  const app = findApps().find(({ name }) => name === remote)
  const built = app && readRelease(join(app.folder, 'dist'))
  if (!built) throw new Error(`${remote} is not built: run the build first`)
  const hash = HASH.exec(built.version)?.[0]
  if (!hash) throw new Error(`the version ${built.version} has no hash`)
  const version = built.version.replace(HASH, NEXT_HASH)
  const dist = join(mkdtempSync(join(tmpdir(), 'propsight-next-release-')), 'dist')
  cpSync(join(app.folder, 'dist'), dist, { recursive: true })
  let edited = 0
  for (const file of Object.keys(built.integrity)) {
    if (!CODE.test(file)) continue
    const path = join(dist, file)
    const code = readFileSync(path, 'utf8')
    if (code.includes(from)) edited += 1
    writeFileSync(path, code.replaceAll(hash, NEXT_HASH).replace(from, to))
  }
  if (edited === 0) throw new Error(`no file of ${remote} contains '${from}'`)
  await precompress(dist)
  return { dist, release: await writeRelease(app, dist, version) }
}

export const skippedInShortRun = 'it takes a browser, and minutes'

/** Maximum ratio of a federated cold start to a single bundle. */
const RATIO_BUDGET = 1.05
/** Maximum ratios for a browser that returns after a deploy of one remote. */
const RETURN_RATIO_BUDGET = 1
const RETURN_BYTES_BUDGET = 0.6
const TAB_BUDGET_MS = 60
/** Also for a preloaded tab with the most code and the most data. */
const ANY_TAB_BUDGET_MS = 100
const RUNS = Math.max(1, Number(process.env.BENCH_RUNS ?? 7))

const route = (path: string, selector: string, text: string, signedIn: boolean): Route => ({
  path,
  selector,
  text,
  signedIn,
})
const DASHBOARD = route('/', 'h2,h3', 'Get Started', true)
const PICKS = route('/picks', 'h1', 'My Picks', true)
const SCANNER = route('/scanner', 'h1', 'AI Odds Scanner', true)
const PICKS_TAB = { tab: 'My Picks', remote: 'picks', to: PICKS }
const SCANNER_TAB = { tab: 'AI Odds Scanner', remote: 'scanner', to: SCANNER }
const ROUTES: Route[] = [
  route('/', 'h1', 'Welcome to Propsight', false),
  DASHBOARD,
  PICKS,
  SCANNER,
  route('/pricing', 'h1', 'Pricing', true),
  route('/pitchers', 'h1', 'Pitchers', false),
  route('/adminaccess', 'h1', 'Admin access', false),
]

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
const spread = (values: number[]): string =>
  `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`

const progress = (text: string) => process.stderr.write(`${text}\n`)

/** One side of the comparison. */
interface Side extends Served {
  /** Makes the release after an edit of one remote live, or the release before it. */
  deploy(edited: boolean): Promise<void>
}

type SideName = 'federated' | 'single'

async function serveFederated(): Promise<Side> {
  const releases = await buildAll()
  const bundles = releases.map(({ name, version }) => {
    const app = findApps().find((each) => each.name === name)
    return { name, version, folder: join(app?.folder ?? '', 'dist') }
  })
  const { dist, release } = await buildNextRelease(EDIT)
  const { name, version } = release
  const measuring = createMeasuringRemote()
  const served = await serve({
    bundles: [...bundles, { name, version, folder: dist }, measuring],
    releases: [...releases, measuring.release],
  })
  for (const folder of [dirname(dist), measuring.folder]) rmSync(folder, { recursive: true, force: true })
  const before = releases.filter((each) => each.name === name)
  return { ...served, deploy: (edited) => served.publish(edited ? [release] : before) }
}

async function serveOneBundle(): Promise<Side> {
  const before = await buildOneBundle({ version: '0.0.1' })
  const after = await buildOneBundle({ version: '0.0.2', edit: EDIT })
  const { name, version } = before.shell
  const base = `/bundles/${name}/${version}/`
  // Unchanged chunks keep their address and stay cached, so one folder has the chunks of both builds.
  cpSync(after.dist, before.dist, { recursive: true, filter: (path) => !path.includes('index.html') })
  const served = await serve({
    bundles: [
      { name, version, folder: before.dist },
      { name, version: after.shell.version, folder: after.dist },
    ],
    releases: [...before.remotes, before.shell],
    // The remotes are chunks in this folder, so their preloads must point to it.
    rewrite: (html) => html.replace(/\b(href|src)="\/bundles\/[^/"]+\/[^/"]+\//g, `$1="${base}`),
  })
  for (const { dist } of [before, after]) rmSync(dirname(dist), { recursive: true, force: true })
  const isChanged = ({ entry }: Release) => before.remotes.every((remote) => remote.entry !== entry)
  const changed = after.remotes.filter(isChanged)
  const replaced = before.remotes.filter((remote) => changed.some((each) => each.name === remote.name))
  return {
    ...served,
    deploy: (edited) => served.publish(edited ? [...changed, after.shell] : [...replaced, before.shell]),
  }
}

/**
 * Compares the visit of a browser after a deploy of one remote with a visit after the same edit of a single bundle.
 * Odd rounds deploy the edit, even rounds its reversal.
 */
async function returningRows(browser: Browser, sides: Record<SideName, Side>): Promise<Row[]> {
  const names = ['federated', 'single'] as const
  const runs: Record<SideName, Visit[]> = { federated: [], single: [] }
  for (let round = 0; round <= RUNS; round += 1) {
    for (const name of round % 2 ? names.toReversed() : names) {
      const side = sides[name]
      const visit = await returningVisit(browser, side, DASHBOARD, () => side.deploy(round % 2 === 0))
      // The first visit of each side is not counted, because it fills the caches of the server.
      if (round > 0) runs[name].push(visit)
    }
  }
  progress(`  a deploy of ${EDIT.remote} measured ${RUNS} times a side`)
  const bytes = (name: SideName) => median(runs[name].map((visit) => visit.bytes))
  const what = `/ after a deploy of ${EDIT.remote}`
  const ratio = bytes('federated') / bytes('single')
  return [
    ...visitRows(what, runs, RETURN_RATIO_BUDGET),
    {
      what: `${what} bytes ratio`,
      value: ratio,
      unit: '×',
      budget: RETURN_BYTES_BUDGET,
      ok: ratio <= RETURN_BYTES_BUDGET,
    },
  ]
}

/**
 * Compares cold starts of the federated product, and visits after a deploy, with a single bundle of the same code and
 * build settings, on slow 4G with a CPU slowdown of 4, with alternating runs.
 */
export async function run(): Promise<Row[]> {
  const federated = await serveFederated()
  const single = await serveOneBundle()
  const browser = await launch()
  try {
    const rows = await returningRows(browser, { federated, single })
    // Cold starts are measured with the releases before the edit.
    await Promise.all([federated.deploy(false), single.deploy(false)])
    for (const each of ROUTES) {
      const runs: { federated: Visit[]; single: Visit[] } = { federated: [], single: [] }
      // The first visit of each side is not counted, because it fills the caches of the server.
      await coldVisit(browser, federated, each)
      await coldVisit(browser, single, each)
      for (let round = 0; round < RUNS; round += 1) {
        const sides = [
          async () => runs.federated.push(await coldVisit(browser, federated, each)),
          async () => runs.single.push(await coldVisit(browser, single, each)),
        ]
        for (const side of round % 2 ? sides.toReversed() : sides) await side()
      }
      const name = each.path === '/' && !each.signedIn ? '/ (sign-in)' : each.path
      rows.push(...visitRows(name, runs, RATIO_BUDGET))
      progress(`  ${each.path} measured ${RUNS} times a side`)
    }
    rows.push(
      await tabRow(browser, federated, { what: 'a preloaded tab', budget: TAB_BUDGET_MS, ...PICKS_TAB }),
      await tabRow(browser, federated, {
        what: 'the largest tab',
        budget: ANY_TAB_BUDGET_MS,
        ...SCANNER_TAB,
      }),
      ...(await mountRows(browser, federated)),
    )
    return [...rows, ...checkBundleSizes()]
  } finally {
    await browser.close()
    await federated.stop()
    await single.stop()
  }
}

/** Opens a preloaded tab from the Dashboard, several times. */
async function tabRow(
  browser: Browser,
  served: Served,
  { what, budget, ...tab }: { what: string; budget: number; tab: string; remote: string; to: Route },
): Promise<Row> {
  const clicks: number[] = []
  for (let round = 0; round < RUNS; round += 1)
    clicks.push(await openPreloadedTab(browser, served, { from: DASHBOARD, ...tab }))
  const value = median(clicks)
  return {
    what: `open ${what} (${spread(clicks)} ms)`,
    value,
    unit: 'ms',
    budget,
    ok: value < budget,
  }
}

function summarize(visits: Visit[]) {
  const times = visits.map(({ ms }) => ms)
  const kilobytes = Math.round(median(visits.map(({ bytes }) => bytes)) / 1_000)
  const requests = median(visits.map((visit) => visit.requests))
  return { time: median(times), note: `${spread(times)} ms, ${kilobytes} kB, ${requests} requests` }
}

function visitRows(name: string, runs: Record<SideName, Visit[]>, budget: number): Row[] {
  const federated = summarize(runs.federated)
  const single = summarize(runs.single)
  const ratio = federated.time / single.time
  return [
    { what: `${name} federated (${federated.note})`, value: federated.time, unit: 'ms' },
    { what: `${name} one bundle (${single.note})`, value: single.time, unit: 'ms' },
    { what: `${name} ratio`, value: ratio, unit: '×', budget, ok: ratio <= budget },
  ]
}

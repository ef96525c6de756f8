import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildAll, checkBundleSizes, findApps } from '@propsight/tools/testing'
import { coldVisit, launch, openPreloadedTab, type Route, type Visit } from './federation/measure.ts'
import { buildOneBundle } from './federation/one-bundle.ts'
import { type Served, serve } from './federation/serve.ts'
import type { Row } from './row.ts'

export const skippedInShortRun = 'it takes a browser, and minutes'

/** Maximum ratio of a federated cold start to a single bundle. */
const RATIO_BUDGET = 1.15
const TAB_BUDGET_MS = 100
const RUNS = Math.max(1, Number(process.env.BENCH_RUNS ?? 7))

const route = (path: string, selector: string, text: string, signedIn: boolean): Route => ({
  path,
  selector,
  text,
  signedIn,
})
const DASHBOARD = route('/', 'h2,h3', 'Get Started', true)
const PICKS = route('/picks', 'h1', 'My Picks', true)
const ROUTES: Route[] = [
  route('/', 'h1', 'Welcome to Propsight', false),
  DASHBOARD,
  PICKS,
  route('/scanner', 'h1', 'AI Odds Scanner', true),
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

async function serveFederated(): Promise<Served> {
  const releases = await buildAll()
  const bundles = releases.map(({ name, version }) => {
    const app = findApps().find((each) => each.name === name)
    return { name, version, folder: join(app?.folder ?? '', 'dist') }
  })
  return serve({ bundles, releases })
}

async function serveOneBundle(): Promise<Served> {
  const { dist, shell, remotes } = await buildOneBundle()
  const served = await serve({
    bundles: [{ name: shell.name, version: shell.version, folder: dist }],
    releases: [...remotes, shell],
    // The remotes are chunks in the folder of the shell, so their preloads must point to it.
    rewrite: (html) =>
      remotes.reduce(
        (text, { name, version }) =>
          text.replaceAll(
            `href="/bundles/${name}/${version}/`,
            `href="/bundles/${shell.name}/${shell.version}/`,
          ),
        html,
      ),
  })
  rmSync(dirname(dist), { recursive: true, force: true })
  return served
}

/**
 * Compares cold starts of the federated product with a single bundle of the same code and build settings, on
 * slow 4G with a CPU slowdown of 4, with alternating runs.
 */
export async function run(): Promise<Row[]> {
  const federated = await serveFederated()
  const single = await serveOneBundle()
  const browser = await launch()
  try {
    const rows: Row[] = []
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
      rows.push(...routeRows(each, runs))
      progress(`  ${each.path} measured ${RUNS} times a side`)
    }
    const clicks: number[] = []
    for (let round = 0; round < RUNS; round += 1)
      clicks.push(
        await openPreloadedTab(browser, federated, {
          from: DASHBOARD,
          tab: 'My Picks',
          remote: 'picks',
          to: PICKS,
        }),
      )
    const tab = median(clicks)
    rows.push({
      what: `open a preloaded tab (${spread(clicks)} ms)`,
      value: tab,
      unit: 'ms',
      budget: TAB_BUDGET_MS,
      ok: tab < TAB_BUDGET_MS,
    })
    return [...rows, ...checkBundleSizes()]
  } finally {
    await browser.close()
    await federated.stop()
    await single.stop()
  }
}

function routeRows({ path, signedIn }: Route, runs: { federated: Visit[]; single: Visit[] }): Row[] {
  const name = path === '/' && !signedIn ? '/ (sign-in)' : path
  const summarize = (visits: Visit[]) => {
    const times = visits.map(({ ms }) => ms)
    const kilobytes = Math.round(median(visits.map(({ bytes }) => bytes)) / 1_000)
    return {
      time: median(times),
      note: `${spread(times)} ms, ${kilobytes} kB, ${visits[0]?.requests} requests`,
    }
  }
  const federated = summarize(runs.federated)
  const single = summarize(runs.single)
  const ratio = federated.time / single.time
  return [
    { what: `${name} federated (${federated.note})`, value: federated.time, unit: 'ms' },
    { what: `${name} one bundle (${single.note})`, value: single.time, unit: 'ms' },
    { what: `${name} ratio`, value: ratio, unit: '×', budget: RATIO_BUDGET, ok: ratio <= RATIO_BUDGET },
  ]
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Registry, registrySchema } from '@propsight/shared/contracts'
import { runRemote } from '../../support/federation/deploy.ts'
import { copyCheckout } from '../../support/product/checkout-copy.ts'
import { startProduct } from '../../support/product/start-product.ts'
import { startTestSite } from '../../support/product/test-site.ts'
import type { Row } from './row.ts'

export const skippedInShortRun = 'it builds and deploys a copy of the checkout three times'

const NAME = 'pitchers'
const NEW = 'scanner'
const TEXT = "Today's Pitchers"
const RUNS = Math.max(1, Number(process.env.BENCH_RUNS ?? 3))
/** Budgets for a feature team, on two cores. */
const LIVE_BUDGET_S = 15
const ROLLBACK_BUDGET_S = 2
const VISITOR_LIMIT_MS = 30_000

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function registryOf(url: string): Promise<Registry> {
  return registrySchema.parse(await (await fetch(`${url}/api/remotes`)).json())
}

const liveVersion = (registry: Registry, of = NAME): string | undefined =>
  registry.remotes.find(({ name }) => name === of)?.version

/** Requests the registry as a new visitor until it has another version than before. */
async function waitForOtherVersion(url: string, version: string | undefined, of = NAME): Promise<void> {
  const deadline = performance.now() + VISITOR_LIMIT_MS
  while (liveVersion(await registryOf(url), of) === version)
    if (performance.now() > deadline) throw new Error(`${of} is still ${version} for visitors`)
}

/**
 * Measures the time from the command until visitors get a remote, in an installation that never had it. The remote is
 * built from scratch.
 */
async function firstDeploy(folder: string): Promise<Row> {
  const site = await startTestSite({ without: [NEW] })
  try {
    const { url } = await site.process()
    const begun = performance.now()
    await runRemote(folder, { url, adminKey: site.adminKey }, ['deploy', NEW])
    await waitForOtherVersion(url, undefined, NEW)
    const value = (performance.now() - begun) / 1_000
    const what = `first deploy of ${NEW} to live for a visitor, one command`
    return { what, value, unit: 's', budget: LIVE_BUDGET_S, ok: value < LIVE_BUDGET_S }
  } finally {
    await site.close()
  }
}

/** The registry without the deployed remote, as text. */
const otherReleases = ({ remotes, shell }: Registry) =>
  JSON.stringify([shell, remotes.filter(({ name }) => name !== NAME)])

/**
 * Measures the time from an edit in a remote until visitors get it, and the time of a rollback. One command
 * each: build, local and server checks, upload, move of the pointer. Also the first deploy of a remote.
 */
export async function run(): Promise<Row[]> {
  const checkout = copyCheckout()
  const product = await startProduct()
  try {
    const source = join(checkout.folder, 'remotes', NAME, 'src/app/pitchers.tsx')
    const text = readFileSync(source, 'utf8')
    const before = otherReleases(await registryOf(product.url))
    const live: number[] = []
    const back: number[] = []
    for (let round = 1; round <= RUNS; round += 1) {
      for (const [seconds, command] of [
        [live, 'deploy'],
        [back, 'rollback'],
      ] as const) {
        writeFileSync(source, text.replace(TEXT, `${TEXT}, round ${round}`))
        const version = liveVersion(await registryOf(product.url))
        const begun = performance.now()
        await runRemote(checkout.folder, product, [command, NAME])
        await waitForOtherVersion(product.url, version)
        seconds.push((performance.now() - begun) / 1_000)
      }
    }
    const changed = otherReleases(await registryOf(product.url)) === before ? 0 : 1
    const row = (what: string, values: number[], budget: number): Row => {
      const value = median(values)
      const spread = `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)} s of ${values.length}`
      return { what: `${what} (${spread})`, value, unit: 's', budget, ok: value < budget }
    }
    return [
      row('edit to live for a visitor, one command', live, LIVE_BUDGET_S),
      row('rollback to live for a visitor, one command', back, ROLLBACK_BUDGET_S),
      {
        what: 'releases of shell and other remotes that changed meanwhile',
        value: changed,
        unit: '',
        budget: 0,
        ok: changed === 0,
        counted: true,
      },
      await firstDeploy(checkout.folder),
    ]
  } finally {
    await product.stop()
    checkout.remove()
  }
}

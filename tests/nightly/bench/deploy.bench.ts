import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Registry, registrySchema } from '@propsight/shared/contracts'
import { runRemote } from '../../support/federation/deploy.ts'
import { copyCheckout } from '../../support/product/checkout-copy.ts'
import { startProduct } from '../../support/product/start-product.ts'
import type { Row } from './row.ts'

export const skippedInShortRun = 'it builds and deploys a copy of the checkout three times'

const NAME = 'pitchers'
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

const liveVersion = (registry: Registry): string | undefined =>
  registry.remotes.find(({ name }) => name === NAME)?.version

/** Requests the registry as a new visitor until it has another version than before. */
async function waitForOtherVersion(url: string, version: string | undefined): Promise<void> {
  const deadline = performance.now() + VISITOR_LIMIT_MS
  while (liveVersion(await registryOf(url)) === version)
    if (performance.now() > deadline) throw new Error(`${NAME} is still ${version} for visitors`)
}

/** The registry without the deployed remote, as text. */
const otherReleases = ({ remotes, shell }: Registry) =>
  JSON.stringify([shell, remotes.filter(({ name }) => name !== NAME)])

/**
 * Measures the time from an edit in a remote until visitors get it, and the time of a rollback. One command
 * each: build, local and server checks, upload, move of the pointer.
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
    ]
  } finally {
    await product.stop()
    checkout.remove()
  }
}

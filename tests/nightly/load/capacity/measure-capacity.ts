import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Claim } from '../claim.ts'
import { shareOf, VISITS_PER_SESSION } from '../visit-mix.ts'
import { open, play } from '../run-step.ts'
import { errorsOf } from '../report/judge.ts'
import { setStage } from '../environment.ts'
import { bundleEgress } from './bundle-egress.ts'
import { classCosts } from './class-costs.ts'
import { redisMemory } from './redis-memory.ts'
import { growthOf, SESSIONS_A_MONTH, tableSizes } from './user-rows.ts'

const FILE = resolve(import.meta.dirname, '../../../../test-results/capacity.json')
/** The load that fills the tables before they are measured, so that rows have realistic sizes. */
const FILL = { perSecond: 6, seconds: 20 }

const line = (cells: readonly (string | number)[]) =>
  `  ${String(cells[0]).padEnd(30)}${cells
    .slice(1)
    .map((cell) => String(cell).padStart(14))
    .join('')}\n`

/**
 * Measures the inputs of capacity planning: CPU time and bytes per visit, rows and bytes per user, Redis
 * keys, files per visit. Prints them as tables and writes them to `test-results/capacity.json`.
 */
export async function measureCapacity(): Promise<Claim[]> {
  const note = (text: string) => process.stderr.write(`  ${text}\n`)
  // Two instances, because only several instances use Redis, whose keys are counted.
  const stage = await setStage({ instances: 2, generators: 1, note })
  const print = (text: string) => process.stdout.write(text)
  try {
    const { step } = await play(stage, 'filling the tables', open(FILL.perSecond, FILL.seconds, 7))
    const costs = await classCosts(stage)
    const sizes = await tableSizes(stage.cluster.database.url)
    const growth = growthOf(sizes)
    const { redis } = stage.cluster
    const keys = redis ? redisMemory(redis.url) : []
    const egress = bundleEgress()
    const mixed = {
      apiSeconds: costs.reduce((sum, { visit, apiSeconds }) => sum + shareOf(visit) * apiSeconds, 0),
      databaseSeconds: costs.reduce(
        (sum, { visit, databaseSeconds }) => sum + shareOf(visit) * databaseSeconds,
        0,
      ),
      bytes: costs.reduce((sum, { visit, bytes }) => sum + shareOf(visit) * bytes, 0),
    }
    print(`\n${line(['a visit', 'share', 'API ms', 'database ms', 'per API core/s', 'kB answered'])}`)
    for (const { visit, ...cost } of [
      ...costs,
      { visit: 'the mix' as const, ...mixed, perCoreSecond: 1 / mixed.apiSeconds },
    ])
      print(
        line([
          visit,
          visit === 'the mix' ? 1 : shareOf(visit).toFixed(3),
          ...[(cost.apiSeconds * 1_000).toFixed(1), (cost.databaseSeconds * 1_000).toFixed(1)],
          ...[cost.perCoreSecond.toFixed(1), (cost.bytes / 1_000).toFixed(1)],
        ]),
      )
    print(`\n${line(['a table', 'rows measured', 'bytes a row'])}`)
    for (const { table, rows, bytesPerRow } of sizes) print(line([table, rows, bytesPerRow.toFixed(0)]))
    print(
      `\n  a user: ${growth.bytesPerUser.toFixed(0)} bytes at the sign-up; ${SESSIONS_A_MONTH} sessions of ${VISITS_PER_SESSION} visits a month leave ${growth.rowsPerMonth} rows, ${(growth.bytesPerMonth / 1_000).toFixed(0)} kB\n`,
    )
    print(
      redis
        ? `\n${line(['keys of Redis', 'count', 'bytes'])}`
        : '\n  no Redis on this machine: its keys were not counted\n',
    )
    for (const { keys: name, count, bytes } of keys) print(line([name, count, bytes]))
    print(`\n${line(['files of a release', 'files', 'kB cold', 'kB warm'])}`)
    for (const { name, files, bytes } of egress) print(line([name, files, (bytes / 1_000).toFixed(1), 0]))
    mkdirSync(join(FILE, '..'), { recursive: true })
    writeFileSync(
      FILE,
      `${JSON.stringify({ costs, mixed, sizes, growth, sessionsAMonth: SESSIONS_A_MONTH, keys, egress }, null, 2)}\n`,
    )
    print(`\n  as JSON: test-results/capacity.json\n`)
    return [
      { what: 'every kind of visit was measured', ok: costs.every(({ visits }) => visits > 0) },
      { what: `the tables were filled with ${errorsOf(step)} errors`, ok: errorsOf(step) === 0 },
    ]
  } finally {
    await stage.stop()
  }
}

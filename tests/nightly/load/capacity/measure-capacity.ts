import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findApps, readRelease } from '@propsight/tools/testing'
import { type LoadEnvironment, startLoadEnvironment } from '../environment.ts'
import { runStep } from '../measure-step.ts'
import type { Claim } from '../report/judge.ts'
import { errorsOf } from '../report/judge.ts'
import { open, runAndReport } from '../run-step.ts'
import { shareOf, VISITS, VISITS_PER_SESSION, type Visit } from '../visit-mix.ts'
import { growthOf, SESSIONS_A_MONTH, tableSizes } from './user-rows.ts'

export interface Egress {
  readonly name: string
  readonly files: number
  /** Transfer size of all files: brotli if available. */
  readonly bytes: number
}

/**
 * Computes the transfer size of each release for a browser with an empty cache. With a warm cache it is zero:
 * versions are immutable and cached for a year.
 */
export function bundleEgress(): Egress[] {
  return findApps().flatMap(({ folder }) => {
    const dist = join(folder, 'dist')
    const release = readRelease(dist)
    if (!release) return []
    const files = Object.keys(release.integrity)
    const sizeOf = (file: string) => {
      const path = join(dist, file)
      return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
    }
    return [
      { name: release.name, files: files.length, bytes: files.reduce((sum, file) => sum + sizeOf(file), 0) },
    ]
  })
}

const VISITORS = 4
const WARM_SECONDS = 2
const SECONDS = 6

export interface ClassCost {
  readonly visit: Visit
  readonly visits: number
  /** CPU time of the API and of the database for one visit, in seconds. */
  readonly apiSeconds: number
  readonly databaseSeconds: number
  /** Visits per second of API CPU time. */
  readonly perCoreSecond: number
  /** Compressed size of the response bodies of one visit, in bytes. */
  readonly bytes: number
}

/**
 * Measures the CPU time of one visit of each kind. Unlike latency it hardly depends on other load on the
 * machine.
 */
export async function classCosts(environment: LoadEnvironment): Promise<ClassCost[]> {
  const costs: ClassCost[] = []
  for (const only of VISITS) {
    const pace = { kind: 'closed', visitors: VISITORS } as const
    await environment.generators.run({ pace, seconds: WARM_SECONDS, seed: 1, only })
    const { result, cores } = await runStep(environment, only, { pace, seconds: SECONDS, seed: 2, only })
    const visits = result.good
    const seconds = (used: number) => (used * result.seconds) / visits
    const apiSeconds = seconds(cores.api.reduce((sum, one) => sum + one, 0))
    const bytes = Object.values(result.bytes).reduce((sum, one) => sum + one, 0) / visits
    costs.push({
      visit: only,
      visits,
      apiSeconds,
      bytes,
      databaseSeconds: seconds(cores.database),
      perCoreSecond: 1 / apiSeconds,
    })
  }
  return costs
}

export interface KeyClass {
  readonly keys: string
  readonly count: number
  readonly bytes: number
}

/**
 * The class of a key, for example `propsight:cache:NAME`; the rest of the key names one entry or one user.
 */
const classOf = (key: string) => key.split(':').slice(0, 3).join(':')

/**
 * Measures the Redis memory of each class of keys with `MEMORY USAGE … SAMPLES 0` (all elements), in bytes.
 */
export function redisMemory(url: string): KeyClass[] {
  const runRedisCli = (...args: string[]) =>
    spawnSync('redis-cli', ['-u', url, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout.trim()
  const keys = runRedisCli('--scan').split('\n').filter(Boolean)
  const classes = new Map<string, { count: number; bytes: number }>()
  for (const key of keys) {
    const bytes = Number(runRedisCli('MEMORY', 'USAGE', key, 'SAMPLES', '0'))
    const sums = classes.get(classOf(key)) ?? { count: 0, bytes: 0 }
    classes.set(classOf(key), { count: sums.count + 1, bytes: sums.bytes + bytes })
  }
  return [...classes].map(([name, sums]) => ({ keys: name, ...sums })).toSorted((a, b) => b.bytes - a.bytes)
}

const FILE = resolve(import.meta.dirname, '../../../../test-results/capacity.json')
/** The load that fills the tables before they are measured, so that rows have realistic sizes. */
const FILL = { perSecond: 6, seconds: 20 }

const formatRow = (cells: readonly (string | number)[]) =>
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
  const environment = await startLoadEnvironment({ instances: 2, generators: 1, note })
  const print = (text: string) => process.stdout.write(text)
  try {
    const { step } = await runAndReport(
      environment,
      'filling the tables',
      open(FILL.perSecond, FILL.seconds, 7),
    )
    const costs = await classCosts(environment)
    const sizes = await tableSizes(environment.cluster.database.url)
    const growth = growthOf(sizes)
    const { redis } = environment.cluster
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
    print(`\n${formatRow(['a visit', 'share', 'API ms', 'database ms', 'per API core/s', 'kB of answers'])}`)
    for (const { visit, ...cost } of [
      ...costs,
      { visit: 'the mix' as const, ...mixed, perCoreSecond: 1 / mixed.apiSeconds },
    ])
      print(
        formatRow([
          visit,
          visit === 'the mix' ? 1 : shareOf(visit).toFixed(3),
          (cost.apiSeconds * 1_000).toFixed(1),
          (cost.databaseSeconds * 1_000).toFixed(1),
          cost.perCoreSecond.toFixed(1),
          (cost.bytes / 1_000).toFixed(1),
        ]),
      )
    print(`\n${formatRow(['a table', 'rows measured', 'bytes a row'])}`)
    for (const { table, rows, bytesPerRow } of sizes) print(formatRow([table, rows, bytesPerRow.toFixed(0)]))
    print(
      `\n  a user: ${growth.bytesPerUser.toFixed(0)} bytes at the sign-up; ${SESSIONS_A_MONTH} sessions of ${VISITS_PER_SESSION} visits a month add ${growth.rowsPerMonth} rows, ${(growth.bytesPerMonth / 1_000).toFixed(0)} kB\n`,
    )
    print(
      redis
        ? `\n${formatRow(['keys of Redis', 'count', 'bytes'])}`
        : '\n  no Redis on this machine: its keys were not counted\n',
    )
    for (const { keys: name, count, bytes } of keys) print(formatRow([name, count, bytes]))
    print(`\n${formatRow(['files of a release', 'files', 'kB cold', 'kB warm'])}`)
    for (const { name, files, bytes } of egress)
      print(formatRow([name, files, (bytes / 1_000).toFixed(1), 0]))
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
    await environment.stop()
  }
}

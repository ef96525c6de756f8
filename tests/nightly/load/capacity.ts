import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findApps, readRelease } from '@propsight/tools/testing'
import postgres from 'postgres'
import type { Claim } from './claims.ts'
import { startLoadEnvironment } from './environment.ts'
import { errorsOf, runLoad } from './run-load.ts'
import { shareOf, VISITS, VISITS_PER_SESSION } from './visits.ts'

const VISITORS = 4
const WARM_SECONDS = 2
const SECONDS = 6
/** Assumed sessions of a user per month: every other evening. */
export const SESSIONS_A_MONTH = 15
/** Tables that grow with usage, and with the number of users. */
const GROWING = ['runs', 'credit_ledger', 'my_picks', 'track_legs', 'past_parlays', 'deleted_picks']
const OF_A_USER = ['auth.users', 'auth.sessions', 'user_profiles', 'access_code_reservations', 'consents']

type Cells = readonly (string | number)[]
const printTable = (rows: readonly Cells[]) => {
  const line = ([name, ...cells]: Cells) =>
    `  ${String(name).padEnd(34)}${cells.map((cell) => String(cell).padStart(14)).join('')}\n`
  process.stdout.write(`\n${rows.map(line).join('')}`)
}

/** Rows and bytes per row, indexes and TOAST included, in a database that the load has filled. */
async function tableSizes(databaseUrl: string): Promise<Cells[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const sizes: Cells[] = []
    for (const name of [...GROWING, ...OF_A_USER]) {
      const table = name.includes('.') ? name : `public.${name}`
      // Removes dead rows of the run, which would distort the result.
      await sql.unsafe(`vacuum full analyze ${table}`)
      const [{ rows = 0, bytes = 0 } = {}] = await sql.unsafe<{ rows: number; bytes: number }[]>(
        `select count(*)::int as rows, pg_total_relation_size('${table}')::int as bytes from ${table}`,
      )
      sizes.push([name, rows, (bytes / Math.max(1, rows)).toFixed(0)])
    }
    return sizes
  } finally {
    await sql.end()
  }
}

/** Count and bytes (`MEMORY USAGE` of all elements) of each class of Redis keys, such as `propsight:cache:NAME`. */
function redisMemory(url: string): Cells[] {
  const redisCli = (...args: string[]) =>
    spawnSync('redis-cli', ['-u', url, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout.trim()
  const keys = redisCli('--scan').split('\n').filter(Boolean)
  const classes = Map.groupBy(keys, (key) => key.split(':').slice(0, 3).join(':'))
  return [...classes].map(([name, members]) => [
    name,
    members.length,
    members.reduce((sum, key) => sum + Number(redisCli('MEMORY', 'USAGE', key, 'SAMPLES', '0')), 0),
  ])
}

/** Files of each release, and their transfer size for an empty cache; later visits load none of them. */
const bundleEgress = (): Cells[] =>
  findApps().flatMap(({ folder }) => {
    const dist = join(folder, 'dist')
    const release = readRelease(dist)
    if (!release) return []
    const files = Object.keys(release.integrity).map((file) => join(dist, file))
    const sizes = files.map((file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size)
    return [[release.name, files.length, (sizes.reduce((sum, size) => sum + size, 0) / 1_000).toFixed(1)]]
  })

/**
 * Measures the inputs of capacity planning (`docs/capacity.md`): CPU time and bytes of each kind of visit, bytes of
 * rows and Redis keys, files of releases. CPU time hardly depends on other load on the machine.
 */
export async function measureCapacity(): Promise<Claim[]> {
  // Two instances, because only several instances use Redis, whose keys are counted.
  const environment = await startLoadEnvironment(2)
  try {
    const costs: { visit: string; share: number; api: number; database: number; kilobytes: number }[] = []
    let errors = 0
    for (const only of VISITS) {
      await runLoad(environment, {
        name: `${only}, warm-up`,
        connections: VISITORS,
        seconds: WARM_SECONDS,
        only,
      })
      const result = await runLoad(environment, { name: only, connections: VISITORS, seconds: SECONDS, only })
      errors += errorsOf(result)
      const each = (sum: number) => sum / Math.max(1, result.good)
      costs.push({
        visit: only,
        share: shareOf(only),
        api: each(1_000 * result.apiSeconds),
        database: each(1_000 * result.databaseSeconds),
        kilobytes: each(result.bytes / 1_000),
      })
    }
    const mixed = (of: 'api' | 'database' | 'kilobytes') =>
      costs.reduce((sum, cost) => sum + cost.share * cost[of], 0)
    const mix = {
      visit: 'the mix',
      share: 1,
      api: mixed('api'),
      database: mixed('database'),
      kilobytes: mixed('kilobytes'),
    }
    printTable([
      ['a visit', 'share', 'API ms', 'database ms', 'kB of answers'],
      ...[...costs, mix].map(({ visit, share, api, database, kilobytes }) => [
        visit,
        share.toFixed(3),
        api.toFixed(1),
        database.toFixed(1),
        kilobytes.toFixed(1),
      ]),
    ])
    printTable([['a table', 'rows', 'bytes a row'], ...(await tableSizes(environment.cluster.database.url))])
    process.stdout.write(`\n  a month has ${SESSIONS_A_MONTH} sessions of ${VISITS_PER_SESSION} visits\n`)
    const { redis } = environment.cluster
    if (redis) printTable([['keys of Redis', 'count', 'bytes'], ...redisMemory(redis.url)])
    printTable([['files of a release', 'files', 'kB cold'], ...bundleEgress()])
    return [{ what: `every kind of visit was measured, with ${errors} errors`, ok: errors === 0 }]
  } finally {
    await environment.stop()
  }
}

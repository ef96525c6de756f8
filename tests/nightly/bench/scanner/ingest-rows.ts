import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestUser } from '@propsight/api/testing'
import postgres from 'postgres'
import { atMost, figure, type Row } from '../row.ts'
import { median, percentile } from '../statistics.ts'
import type { Ingested, startIngestingApi } from './ingesting-api.ts'

const MB = 1_000_000
const NS_PER_MS = 1_000_000
const INGEST_BUDGET_MS = 5_000
/** Growth of the process. All answers of the day at once, with their prices, take more. */
const MEMORY_BUDGET_MB = 150
/** Statements of users end after a second. */
const DELAY_BUDGET_MS = 250
const QUIET_READS = 100
const PRICES_OF_GAME = 4_896
/** Between two reads: they shall notice delays, not cause them. */
const READ_PAUSE_MS = 50

type IngestingApi = Awaited<ReturnType<typeof startIngestingApi>>

/** CPU time of all connections of the database so far, ms. They are pooled, so that none ends meanwhile. Linux. */
async function databaseCpuMs(sql: postgres.Sql): Promise<number> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  const times = rows.map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]))
  return times.reduce((sum, time) => sum + time, 0) / NS_PER_MS
}

/** Reads the user's profile again and again. @returns times in ms */
async function readProfile({ client }: TestUser, goesOn: (reads: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (goesOn(times.length)) {
    const startedAt = performance.now()
    const { error } = await client.from('user_profiles').select('credits').single()
    if (error) throw new Error(`a profile could not be read: ${error.message}`)
    times.push(performance.now() - startedAt)
    await wait(READ_PAUSE_MS)
  }
  return times
}

interface Measured extends Ingested {
  databaseMs: number
  delays: number[]
}

/**
 * Ingests generated days with the job's own code, each once and then with one price in ten changed, while a user reads a
 * profile from the same instance.
 * @param user a client of the ingesting instance
 */
export async function ingestRows(
  api: IngestingApi,
  user: TestUser,
  databaseUrl: string,
  { days, games }: { days: readonly string[]; games: number },
): Promise<Row[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const measure = async (day: string, now: string, round: number): Promise<Measured> => {
    const before = await databaseCpuMs(sql)
    let running = true
    const reads = readProfile(user, () => running)
    const result = await api
      .ingest({ games, day: `${day}T16:00:00Z`, now: `${day}T${now}:00Z`, round })
      .finally(() => {
        running = false
      })
    const delays = await reads
    return { ...result, delays, databaseMs: (await databaseCpuMs(sql)) - before }
  }
  try {
    const quiet = await readProfile(user, (reads) => reads < QUIET_READS)
    const rounds: { first: Measured[]; second: Measured[] } = { first: [], second: [] }
    for (const day of days) {
      rounds.first.push(await measure(day, '16:00', 0))
      rounds.second.push(await measure(day, '18:30', 1))
    }
    const [{ prices = 0 } = {}] = await sql<{ prices: number }[]>`
      select count(*)::int as prices from public.odds_current c join public.odds_events e on e.id = c.event_id
        where e.league_day = ${days[0] ?? ''}`
    const all = [...rounds.first, ...rounds.second]
    const isWhole = prices === games * PRICES_OF_GAME
    const timeRows = (what: string, measured: readonly Measured[]): Row[] => {
      const time = atMost(
        `${what} (median of ${days.length})`,
        median(measured.map((each) => each.ms)),
        INGEST_BUDGET_MS,
      )
      return [
        { ...time, ok: isWhole && time.ok === true },
        figure(`${what}: CPU of the API process`, median(measured.map((each) => each.cpuMs))),
        figure(`${what}: CPU of the database`, median(measured.map((each) => each.databaseMs))),
      ]
    }
    const growth = Math.max(...all.map(({ before, peak }) => peak - before)) / MB
    const delays = all.flatMap((each) => each.delays)
    return [
      figure('prices of an ingested day', prices, 'prices'),
      ...timeRows('ingest of a day, first read', rounds.first),
      ...timeRows('ingest of a day, one price in ten changed', rounds.second),
      atMost('growth of the resident memory by a read', growth, MEMORY_BUDGET_MB, 'MB'),
      figure('a profile read while nothing is ingested (p99)', percentile(quiet, 0.99)),
      atMost('a profile read during ingestion (p99)', percentile(delays, 0.99), DELAY_BUDGET_MS),
    ]
  } finally {
    await sql.end()
  }
}

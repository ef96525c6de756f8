import { startTestApi } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { createBoardPicks, savePicks } from '../../support/picks/board-picks.ts'
import { startApiProcess } from '../../support/product/api-process.ts'
import { countingProxy } from './picks/counting-proxy.ts'
import { type Operation, operationsOf } from './picks/operations.ts'
import { scrollRows } from './picks/scroll-rows.ts'
import type { BenchOptions, Row } from './row.ts'

/** Before the first game of the day. */
const CLOCK = 'frozen:2026-07-18T16:00:00Z'
const PICKS = 20
const ROUNDS = 100
const FEW_ROUNDS = 5
const WARM_UP = 5
/**
 * Maximum number of statements of one operation: begin, role and claims, the work, commit. An operation with
 * one query per pick would exceed it by far.
 */
const STATEMENTS_BUDGET = 12
/**
 * The sync sends several data service requests: it merges, finds picks without a forecast record, and writes
 * those.
 */
const SYNC_STATEMENTS_BUDGET = 36

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measure({ what, ours, plain }: Operation, rounds: number, take: () => number): Promise<Row[]> {
  const times = { ours: [] as number[], plain: [] as number[] }
  const statements: number[] = []
  const timed = async (side: 'ours' | 'plain', round: number) => {
    take()
    const startedAt = performance.now()
    await (side === 'ours' ? ours : plain)(round + WARM_UP)
    if (round < 0) return
    times[side].push(performance.now() - startedAt)
    if (side === 'ours') statements.push(take())
  }
  for (let round = -WARM_UP; round < rounds; round += 1) {
    // Alternating, so that other load on the machine affects both sides.
    for (const side of round % 2 ? (['ours', 'plain'] as const) : (['plain', 'ours'] as const)) {
      await timed(side, round)
    }
  }
  const ownMs = median(times.ours)
  const plainMs = median(times.plain)
  // The minimum, because background work only adds statements.
  const count = Math.min(...statements)
  const budget = what.startsWith('sync') ? SYNC_STATEMENTS_BUDGET : STATEMENTS_BUDGET
  return [
    {
      what: `${what}: statements of a call (least)`,
      value: count,
      unit: 'statements',
      budget,
      ok: count <= budget,
      counted: true,
    },
    { what: `${what}: a call (p50)`, value: ownMs, unit: 'ms' },
    { what: `${what}: plain SQL (p50)`, value: plainMs, unit: 'ms' },
    { what: `${what}: times plain SQL`, value: ownMs / plainMs, unit: '×' },
  ]
}

/** Measures the user's operations on picks through the data service and the API, compared with plain SQL. */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const league = await startTestLeague({ clock: parseLeagueClock(CLOCK) })
  const setupApi = await startTestApi({ leagueUrl: league.url, env: { LEAGUE_CLOCK: CLOCK }, jobs: false })
  const proxy = await countingProxy(setupApi.databaseUrl)
  const sql = postgres(setupApi.databaseUrl, { max: 1, onnotice: () => undefined })
  const api = await startApiProcess({
    EMBEDDED_DATABASE_URL: proxy.url,
    // Bypasses the counter, because statements of jobs belong to no request.
    DATABASE_URL: setupApi.databaseUrl,
    STATS_API_URL: league.url,
    LINES_URL: league.url,
    LEAGUE_CLOCK: CLOCK,
  })
  try {
    const user = await setupApi.createUser()
    const existingPicks = await createBoardPicks(setupApi.url, user, PICKS)
    await savePicks(user, existingPicks)
    // The same user, through the instance whose statements are counted.
    const client = createClient(api.url, setupApi.publishableKey, { accessToken: async () => user.token })
    const rows: Row[] = [{ what: 'picks that are there', value: existingPicks.length, unit: 'picks' }]
    for (const operation of operationsOf({ url: api.url, user: { ...user, client }, sql, existingPicks })) {
      rows.push(...(await measure(operation, short ? FEW_ROUNDS : ROUNDS, proxy.take)))
    }
    if (!short) rows.push(...(await scrollRows()))
    return rows
  } finally {
    await api.stop()
    await sql.end()
    await setupApi.close()
    await proxy.close()
    await league.close()
  }
}

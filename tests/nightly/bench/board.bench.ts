import { randomUUID } from 'node:crypto'
import { startTestApi, type TestUser } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import {
  fetchLinesResponse,
  gameLogRecordSchema,
  type Line,
  startRunResponse,
} from '@propsight/shared/contracts'
import {
  findStatType,
  type GameLog,
  lineTrend,
  parseLeagueClock,
  STATS_BATCH_PAUSE_MS,
  STATS_BATCH_PLAYERS,
  STATS_SUB_BATCH_PAUSE_MS,
  STATS_SUB_BATCH_PLAYERS,
} from '@propsight/shared/domain'
import { readLines } from '../../support/analysis/run-analysis.ts'
import { browserRows } from './board/browser-rows.ts'
import { atLeast, atMost, type BenchOptions, figure, type Row } from './row.ts'
import { median } from './statistics.ts'

const CLOCK = 'frozen:2026-07-15T14:00:00Z'
/** A market with more lines than the limit: nearly every batter of the day has a line. */
const CATEGORY = 'Total Bases'
const UPSTREAM_LATENCY_MS = 100
const WINDOW_GAMES = 10
const WARM_RUNS = 7
const COLD_RUNS = 3
/**
 * Budgets of a 300-line board: its time with warm caches, and the speed-up over the specified pacing (N10).
 */
const WARM_BUDGET_MS = 1_000
const RATIO_BUDGET = 25
/** Budget of the first game log with cold caches, from the request for the lines. */
const FIRST_ROW_BUDGET_MS = 1_000

/** Computes the duration of a number of requests of equal latency with the specified pacing (N10). */
function specifiedPacingMs(requests: number, latencyMs: number): number {
  let total = 0
  for (let sent = 0; sent < requests; sent += STATS_BATCH_PLAYERS) {
    const subBatches = Math.ceil(Math.min(STATS_BATCH_PLAYERS, requests - sent) / STATS_SUB_BATCH_PLAYERS)
    total += subBatches * latencyMs + (subBatches - 1) * STATS_SUB_BATCH_PAUSE_MS
    if (sent + STATS_BATCH_PLAYERS < requests) total += STATS_BATCH_PAUSE_MS
  }
  return total
}

const keyOf = ({ name, team, statType }: Line) => {
  const group = findStatType(statType)?.group
  return group ? { key: `${name}|${team}|${group}`, player: { name, team, group } } : null
}

/** Does the work of the Dashboard: lines, one stream of game logs, an over rate for every line, ranking. */
async function rankBoard(url: string, { token }: TestUser) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const run = await post('/api/runs', { feature: 'quick', category: CATEGORY, idempotencyKey: randomUUID() })
  const { runId } = startRunResponse.parse(await run.json())

  const startedAt = performance.now()
  const query = new URLSearchParams({ category: CATEGORY, limit: '300', runId })
  const { players } = fetchLinesResponse.parse(
    await (await fetch(`${url}/api/fetch-lines?${query}`, { headers })).json(),
  )
  const playersByKey = new Map(
    players.flatMap((line) => {
      const keyed = line.combo ? null : keyOf(line)
      return keyed ? [[keyed.key, keyed.player] as const] : []
    }),
  )
  const response = await post('/api/game-logs', { runId, players: [...playersByKey.values()] })
  const logs = new Map<string, GameLog>()
  let ended = false
  let firstRowMs = Number.POSITIVE_INFINITY
  for await (const line of readLines(response)) {
    const record = gameLogRecordSchema.parse(JSON.parse(line))
    if (record.type === 'player' || record.type === 'pitcher') {
      firstRowMs = Math.min(firstRowMs, performance.now() - startedAt)
      logs.set(`${record.name}|${record.team}|${record.group}`, record)
    } else if (record.type === 'error') throw new Error(record.message)
    ended ||= record.type === 'end'
  }
  if (!ended) throw new Error('the stream of logs was cut')
  const ranked = players
    .flatMap((line) => {
      const log = logs.get(keyOf(line)?.key ?? '')
      const stat = findStatType(line.statType)
      return log && stat ? [lineTrend(stat, line.line, log, WINDOW_GAMES).counts.rate ?? 0] : []
    })
    .sort((a, b) => b - a)
  return {
    ms: performance.now() - startedAt,
    firstRowMs,
    lines: players.length,
    players: playersByKey.size,
    ranked: ranked.length,
  }
}

/**
 * Measures a 300-line board at the API with pacing, compared with the specified pacing, and then in a
 * browser.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  // The short run opens no browser; the end-to-end tests do.
  return [...(await apiRows(short)), ...(short ? [] : await browserRows(CATEGORY))]
}

async function apiRows(short: boolean): Promise<Row[]> {
  const clock = parseLeagueClock(CLOCK)
  const league = await startTestLeague({ clock, latencyMs: UPSTREAM_LATENCY_MS })
  const api = await startTestApi({ leagueUrl: league.url, env: { LEAGUE_CLOCK: CLOCK } })
  try {
    const user = await api.createUser()
    // The first board is not measured: the league generates its answers once, beyond the simulated 100 ms.
    const board = await rankBoard(api.url, user)
    const warm: number[] = []
    for (let count = 0; count < (short ? 1 : WARM_RUNS); count += 1)
      warm.push((await rankBoard(api.url, user)).ms)
    const cold: number[] = []
    const firstRows: number[] = []
    for (let count = 0; count < (short ? 1 : COLD_RUNS); count += 1) {
      // A new instance has empty caches.
      const fresh = await startTestApi({
        leagueUrl: league.url,
        databaseUrl: api.databaseUrl,
        env: { LEAGUE_CLOCK: CLOCK },
      })
      const coldBoard = await rankBoard(fresh.url, user)
      cold.push(coldBoard.ms)
      firstRows.push(coldBoard.firstRowMs)
      await fresh.close()
    }
    const coldMs = median(cold)
    const specifiedMs = UPSTREAM_LATENCY_MS + specifiedPacingMs(board.lines, UPSTREAM_LATENCY_MS)
    return [
      figure('lines of the board', board.lines, 'lines'),
      figure('of them ranked', board.ranked, 'lines'),
      figure('players behind them', board.players, 'players'),
      atMost('ranked, warm API (p50)', median(warm), WARM_BUDGET_MS),
      figure('ranked, cold API (p50), pacing on, upstream 100 ms', coldMs),
      atMost('first row, cold API (p50)', median(firstRows), FIRST_ROW_BUDGET_MS),
      figure("the specification's pacing, one request a line (computed)", specifiedMs),
      atLeast('cold, times faster (at least)', specifiedMs / coldMs, RATIO_BUDGET, 'x'),
    ]
  } finally {
    await api.close()
    await league.close()
  }
}

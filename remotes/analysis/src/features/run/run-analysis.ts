import {
  type ApiClient,
  type FetchLinesAnswer,
  fetchLinesAnswer,
  type StartRunAnswer,
  type StartRunBody,
  startRunAnswer,
} from '@propsight/shared/contracts'
import { isPitcherCategory, quickLinesLimit } from '@propsight/shared/domain'
import { read } from '../../config/read.ts'
import type { Step } from '../../config/steps.ts'
import type { PlayerRecord, RunRequest } from '../../state/run.ts'
import { playersOf, readLogs } from './read-logs.ts'

/** The book and the state that lines are asked for (2 §9). */
const BOOK = 'prizepicks'
const SPORT = 'MLB'
const STATE = 'CA'

export interface RunEvents {
  step(step: Step): void
  /** The credits of this run are held. */
  held(run: StartRunAnswer): void
  lines(answer: FetchLinesAnswer): void
  record(record: PlayerRecord): void
}

async function startRun(api: ApiClient, request: RunRequest, signal: AbortSignal): Promise<StartRunAnswer> {
  const { feature, category, key } = request
  const body: StartRunBody = { feature, category, idempotencyKey: key }
  return read(startRunAnswer, await api.json('/api/runs', { method: 'POST', body, signal }))
}

async function fetchLines(
  api: ApiClient,
  request: RunRequest,
  runId: string,
  signal: AbortSignal,
): Promise<FetchLinesAnswer> {
  const { category, oddsType } = request
  const limit = quickLinesLimit(isPitcherCategory(category))
  const query = { book: BOOK, sport: SPORT, state: STATE, category, limit, oddsType, runId }
  return read(fetchLinesAnswer, await api.json('/api/fetch-lines', { query, signal }))
}

/**
 * One analysis in quick mode: hold the credits, fetch the lines, read the logs. The server charges just before the
 * first log leaves, so that nothing before costs anything.
 * @param known a run that is already held or paid for: it is read again and costs nothing
 * @returns how it ended; 'unread' when no line needs a log, so that nothing was charged
 */
export async function runAnalysis(
  api: ApiClient,
  request: RunRequest,
  known: StartRunAnswer | null,
  events: RunEvents,
  signal: AbortSignal,
): Promise<'charged' | 'unread' | 'empty'> {
  events.step('start')
  const run = known ?? (await startRun(api, request, signal))
  if (!known) events.held(run)
  events.step('lines')
  const lines = await fetchLines(api, request, run.runId, signal)
  events.lines(lines)
  if (lines.players.length === 0) return 'empty'
  const players = playersOf(lines)
  if (players.length === 0) return 'unread'
  events.step('logs')
  let arrived = 0
  for await (const record of readLogs(api, run.runId, players, signal)) {
    arrived += 1
    if (arrived === 1) events.step('rates')
    if (arrived === Math.ceil(players.length / 2)) events.step('half')
    if (arrived === players.length) events.step('ranking')
    events.record(record)
  }
  return 'charged'
}

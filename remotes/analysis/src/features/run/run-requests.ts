import { readResponse } from '@propsight/shared/client'
import {
  type ApiClient,
  countSkipped,
  type FetchLinesResponse,
  fetchLinesResponse,
  type GameLogsBody,
  gameLogRecordSchema,
  readAnswer,
  type StartRunBody,
  type StartRunResponse,
  startRunResponse,
} from '@propsight/shared/contracts'
import { aiLinesLimit, isPitcherMarket, quickLinesLimit, sportOfMarket } from '@propsight/shared/domain'
import type * as z from '@propsight/shared/schema'
import { type PlayerRecord, playerKey, type RunRequest, requiredLog } from '../../state/run.ts'
import { StreamCutError, StreamError } from './failure.ts'

/** Book and US state of the lines request (N8). */
const BOOK = 'prizepicks'
const STATE = 'CA'

/** Limit of the lines request (N8). AI mode requests few lines, since each one is analyzed and described. */
const linesLimit = ({ feature, category, topPicks }: RunRequest): number =>
  feature === 'ai' ? aiLinesLimit(topPicks) : quickLinesLimit(isPitcherMarket(category))

/**
 * Fetches the book's lines for a run.
 * @param limit maximum number of lines, by default that of the mode
 * @throws ApiError, or an Error with a message for the user if the response is invalid
 */
export async function fetchLines(
  api: ApiClient,
  request: RunRequest,
  runId: string,
  signal: AbortSignal,
  limit = linesLimit(request),
): Promise<FetchLinesResponse> {
  const { category, oddsType } = request
  const query = { book: BOOK, sport: sportOfMarket(category), state: STATE, category, limit, oddsType, runId }
  const { value, skipped } = readResponse(
    fetchLinesResponse,
    await api.json('/api/fetch-lines', { query, signal }),
  )
  return { ...value, skipped: value.skipped + countSkipped(skipped) }
}

type LogRequest = GameLogsBody['players'][number]

/**
 * The players of a board, each once per stat group, in the order of the lines. Players of a picture name the
 * markets of their rows, and these rows, which the run of a picture needs.
 */
export function collectPlayers(
  lines: Pick<FetchLinesResponse, 'players'>,
  feature: RunRequest['feature'],
): LogRequest[] {
  const players = new Map<string, LogRequest>()
  for (const line of lines.players) {
    const log = requiredLog(line)
    if (!log) continue
    const key = playerKey(log)
    const { stats = [], rows = [] } = players.get(key) ?? {}
    if (feature !== 'image') players.set(key, log)
    else if (!stats.includes(line.statType))
      players.set(key, { ...log, stats: [...stats, line.statType], rows: [...rows, line.id] })
  }
  return [...players.values()]
}

/** Parses a record, and counts the games of a player that cannot be read. @returns null if it is skipped itself */
export function readRecord<T extends { type: string }>(schema: z.ZodType<T>, sent: unknown): T | null {
  try {
    const { value, skipped } = readAnswer(schema, sent)
    const unread = countSkipped(skipped, 'games')
    if (unread === 0 || !('games' in value)) return value
    const known = 'unread' in value && typeof value.unread === 'number' ? value.unread : 0
    return { ...value, unread: known + unread }
  } catch {
    return null
  }
}

/** The players of a request for whom no record arrived: theirs could not be read. */
export const missingRecords = (
  players: readonly LogRequest[],
  arrived: readonly PlayerRecord[],
): PlayerRecord[] => {
  const keys = new Set(arrived.map(playerKey))
  return players
    .filter((player) => !keys.has(playerKey(player)))
    .map(({ name, team, group }) => ({ type: 'missing', name, team, group, reason: 'upstream failed' }))
}

/**
 * Streams the game logs of a board, record by record. Returns after the `end` record. A player whose record cannot be
 * read is missing. The run is paid already, so a repeated request is free.
 * @throws StreamError if the server failed; StreamCutError if the stream ended early
 */
export async function* readLogs(
  api: ApiClient,
  runId: string,
  players: LogRequest[],
  signal: AbortSignal,
): AsyncGenerator<PlayerRecord, void> {
  const arrived: PlayerRecord[] = []
  const body: GameLogsBody = { runId, players }
  for await (const sent of api.stream('/api/game-logs', { method: 'POST', body, signal })) {
    const record = readRecord(gameLogRecordSchema, sent)
    if (record === null) continue
    if (record.type === 'end') {
      yield* missingRecords(players, arrived)
      return
    }
    if (record.type === 'error') throw new StreamError(record)
    if (record.type === 'start') continue
    arrived.push(record)
    yield { ...record, readAt: Date.now() }
  }
  throw new StreamCutError()
}

type RunKey = Pick<RunRequest, 'feature' | 'category' | 'key'>

/**
 * Holds the credits of a run. Idempotent per key: a repeated request returns the same run.
 * @throws ApiError
 */
export async function startRun(
  api: ApiClient,
  { feature, category, key }: RunKey,
  signal: AbortSignal,
): Promise<StartRunResponse> {
  const body: StartRunBody = { feature, category, idempotencyKey: key }
  return readResponse(startRunResponse, await api.json('/api/runs', { method: 'POST', body, signal })).value
}

import { isApiError, readOwnBooks } from '@propsight/shared/client'
import {
  ANALYSIS_ERRORS,
  analyzePerformanceBody,
  analyzePerformanceResponse,
  countSkipped,
  gameLogRecordSchema,
  type NewsSentimentBody,
  newsSentimentResponse,
  readAnswer,
} from '@propsight/shared/contracts'
import { sportOfMarket } from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import type { Advice, PlayerRecord } from '../../state/run.ts'
import type { BoardTask, RunEvents } from './run-events.ts'
import { missingRecords, readRecord } from './run-requests.ts'

/**
 * Parses a response of AI mode.
 * @throws Error with the specified message (N4) if it does not match the schema
 */
function readOrFail<T>(
  schema: z.ZodType<T>,
  value: unknown,
  words: string,
): ReturnType<typeof readAnswer<T>> {
  try {
    return readAnswer(schema, value)
  } catch (cause) {
    throw new Error(words, { cause })
  }
}

/** The records are parsed one by one. */
const historicalAnswer = z.object({ data: z.object({ players: z.array(z.unknown()) }) })

/** Fetches the news. Returns an empty object on failure, since the analysis works without news (N4). */
async function readNews({ api, runId, players, signal }: BoardTask): Promise<{ players?: unknown[] }> {
  const byName = new Map(players.map(({ name, team }) => [`${team}|${name}`, { name, team }]))
  const body: NewsSentimentBody = { runId, players: [...byName.values()] }
  try {
    const answer = await api.json('/api/news-sentiment', { method: 'POST', body, signal })
    return readOrFail(newsSentimentResponse, answer, 'unreadable').value.data
  } catch (error) {
    if (signal.aborted) throw error
    return {}
  }
}

/** The sport of a run as in the paths of AI mode. */
const sportPath = ({ category }: BoardTask['request']): string => sportOfMarket(category).toLowerCase()

const isRecord = (record: { type: string }): record is PlayerRecord =>
  'games' in record || record.type === 'missing'

/**
 * Fetches the game logs.
 * @throws Error 'Failed to retrieve historical player data' if there is no log at all
 */
async function readHistory({ api, request, runId, players, signal }: BoardTask): Promise<PlayerRecord[]> {
  const body = { runId, players }
  const answer = await api.json(`/api/historical/${sportPath(request)}`, { method: 'POST', body, signal })
  const { data } = readOrFail(historicalAnswer, answer, ANALYSIS_ERRORS.historical).value
  const readAt = Date.now()
  const read = data.players
    .flatMap((sent) => readRecord(gameLogRecordSchema, sent) ?? [])
    .filter(isRecord)
    .map((record) => ({ ...record, readAt }))
  const records = [...read, ...missingRecords(players, read)]
  if (records.every(({ type }) => type === 'missing')) throw new Error(ANALYSIS_ERRORS.historical)
  return records
}

/** Two frames: a step that ends in the same task is never rendered. A timer also works in a hidden page. */
const PAINT_WAIT_MS = 32

async function waitForPaint(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resume) => setTimeout(resume, PAINT_WAIT_MS))
  signal.throwIfAborted()
}

const BAD_REQUEST = 400

/**
 * Requests the advice at the prices of the given books. An API of the last release knows no books and refuses them: its
 * advice is for all books.
 */
async function analyze(task: BoardTask, books: readonly string[] | null = readOwnBooks()): Promise<Advice> {
  const { api, request, runId, lines, signal } = task
  // The server reads logs and weather itself and trusts no client data, so that they are not sent.
  const asked = {
    runId,
    extractedStats: lines.players,
    numPlayers: request.topPicks,
    mlbWindow: request.window,
    books: books ?? undefined,
  }
  const { data: body, error } = analyzePerformanceBody.safeParse(asked)
  if (error) throw new Error(ANALYSIS_ERRORS.analysis, { cause: error })
  const answer = await api
    .json(`/api/analyze-performance/${sportPath(request)}`, { method: 'POST', body, signal })
    .catch((thrown: unknown) => {
      if (books && isApiError(thrown) && thrown.status === BAD_REQUEST) return null
      throw thrown
    })
  if (answer === null) return analyze(task, null)
  const { value, skipped } = readOrFail(analyzePerformanceResponse, answer, ANALYSIS_ERRORS.analysis)
  return { ...value.data.analysis, unread: countSkipped(skipped), books }
}

/**
 * The steps of AI mode after the lines: news, game logs, then the recommendations (N4). The logs are shown
 * together with the advice, so that no card moves. If the advice fails, the logs are still shown.
 */
export async function readAdvice(task: BoardTask, events: RunEvents): Promise<void> {
  events.step('news')
  const news = await readNews(task)
  events.news(news.players !== undefined)
  events.step('history')
  const records = await readHistory(task)
  events.step('advice')
  try {
    const advice = await analyze(task)
    events.step('ranking')
    await waitForPaint(task.signal)
    events.advice(advice)
  } finally {
    events.records(records)
  }
}

import { randomUUID } from 'node:crypto'
import type { StatGroup } from '@propsight/shared/contracts'
import {
  fetchLinesResponse,
  type GameLogRecord,
  gameLogRecordSchema,
  type Line,
  startRunResponse,
} from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'

/**
 * Yields the complete lines of a streamed response as they arrive. The last line must end with a line break,
 * too.
 */
export async function* readLines(response: Response): AsyncGenerator<string> {
  let rest = ''
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

export interface AnalyzedBoard<Item> {
  readonly lines: readonly Line[]
  readonly records: readonly Item[]
  /** Number of players whose logs were requested. */
  readonly players: number
  /**
   * Milliseconds from the first request to the last record (`ms`) and to the first player record (`firstMs`).
   */
  readonly ms: number
  readonly firstMs: number
}

export const parseRecord = (line: string): GameLogRecord => gameLogRecordSchema.parse(JSON.parse(line))

/** Reads only the type of a record, for load tests in which full parsing would dominate the measurement. */
export const parseRecordType = (line: string): Pick<GameLogRecord, 'type'> => {
  const kind = /"type":"(\w+)"/.exec(line)?.[1]
  return kind === 'player' || kind === 'pitcher' ? { type: kind } : parseRecord(line)
}

/** The players whose logs a board requests: each once, in the order of the lines. */
export const playersOfBoard = (lines: readonly Line[]) => {
  const players = new Map<string, { name: string; team: string; group: StatGroup }>()
  for (const { name, team, statType, combo } of lines) {
    const group = findStatType(statType)?.group
    if (group && !combo) players.set(`${name}|${team}|${group}`, { name, team, group })
  }
  return [...players.values()]
}

/**
 * Runs a quick analysis with the requests of the Dashboard: the hold, the lines, one stream of game logs.
 * @param readLine parses one line of the stream
 * @throws Error if a step fails or the stream ends without its end record
 */
export async function analyze<Item extends Pick<GameLogRecord, 'type'>>(
  url: string,
  token: string,
  category: string,
  readLine: (line: string) => Item,
): Promise<AnalyzedBoard<Item>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answered = async (path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const startedAt = performance.now()
  const hold = { feature: 'quick', category, idempotencyKey: randomUUID() }
  const { runId } = startRunResponse.parse(await (await answered('/api/runs', hold)).json())
  const query = new URLSearchParams({ category, limit: '300', runId })
  const { players: lines } = fetchLinesResponse.parse(
    await (await answered(`/api/fetch-lines?${query}`)).json(),
  )
  const players = playersOfBoard(lines)
  const records: Item[] = []
  let firstMs = Number.POSITIVE_INFINITY
  for await (const line of readLines(await answered('/api/game-logs', { runId, players }))) {
    const record = readLine(line)
    if (record.type === 'error') throw new Error(line)
    if (record.type !== 'start') firstMs = Math.min(firstMs, performance.now() - startedAt)
    records.push(record)
  }
  if (records.at(-1)?.type !== 'end') throw new Error('the stream of logs was cut')
  return { lines, records, players: players.length, ms: performance.now() - startedAt, firstMs }
}

import { randomUUID } from 'node:crypto'
import {
  fetchLinesResponse,
  type GameLogRecord,
  gameLogRecordSchema,
  type Line,
  startRunResponse,
} from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import { linesOf } from './lines-of.ts'

export interface AnalyzedBoard<Told> {
  readonly lines: readonly Line[]
  readonly records: readonly Told[]
  /** Players asked for. */
  readonly players: number
  /** Milliseconds from the first call to the last record, and to the first player's. */
  readonly ms: number
  readonly firstMs: number
}

export const parsed = (line: string): GameLogRecord => gameLogRecordSchema.parse(JSON.parse(line))

/** Of a record only what kind it is, for who reads so many that parsing them would be what is measured. */
export const kindOnly = (line: string): Pick<GameLogRecord, 'type'> => {
  const kind = /"type":"(\w+)"/.exec(line)?.[1]
  return kind === 'player' || kind === 'pitcher' ? { type: kind } : parsed(line)
}

/** Whom a board asks logs for: each player once, in the order of the lines. */
export const playersOf = (lines: readonly Line[]) => {
  const players = new Map<string, { name: string; team: string; group: 'hitting' | 'pitching' }>()
  for (const { name, team, statType, combo } of lines) {
    const group = findStatType(statType)?.group
    if (group && !combo) players.set(`${name}|${team}|${group}`, { name, team, group })
  }
  return [...players.values()]
}

/**
 * A quick analysis as the Dashboard makes it: the hold, the lines, one stream of logs, every answer parsed.
 * @param readLine what is made of a line of the stream
 * @throws Error where any step fails or the stream does not reach its end
 */
export async function analyze<Told extends Pick<GameLogRecord, 'type'>>(
  url: string,
  token: string,
  category: string,
  readLine: (line: string) => Told,
): Promise<AnalyzedBoard<Told>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answered = async (path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const begun = performance.now()
  const hold = { feature: 'quick', category, idempotencyKey: randomUUID() }
  const { runId } = startRunResponse.parse(await (await answered('/api/runs', hold)).json())
  const query = new URLSearchParams({ category, limit: '300', runId })
  const { players: lines } = fetchLinesResponse.parse(
    await (await answered(`/api/fetch-lines?${query}`)).json(),
  )
  const players = playersOf(lines)
  const records: Told[] = []
  let firstMs = Number.POSITIVE_INFINITY
  for await (const line of linesOf(await answered('/api/game-logs', { runId, players }))) {
    const record = readLine(line)
    if (record.type === 'error') throw new Error(line)
    if (record.type !== 'start') firstMs = Math.min(firstMs, performance.now() - begun)
    records.push(record)
  }
  if (records.at(-1)?.type !== 'end') throw new Error('the stream of logs was cut')
  return { lines, records, players: players.length, ms: performance.now() - begun, firstMs }
}

import {
  type ApiClient,
  type FetchLinesResponse,
  type GameLogsBody,
  gameLogRecordSchema,
} from '@propsight/shared/contracts'
import { read } from '../../config/parse-response.ts'
import { logOf, type PlayerRecord, playerKey } from '../../state/run.ts'
import { CutError, ReleasedError } from './failure.ts'

type Asked = GameLogsBody['players'][number]

/** The players of a board, each once per stat group, in the order of the lines. */
export function playersOf(lines: Pick<FetchLinesResponse, 'players'>): Asked[] {
  const players = new Map<string, Asked>()
  for (const line of lines.players) {
    const log = logOf(line)
    if (log) players.set(playerKey(log), log)
  }
  return [...players.values()]
}

/**
 * Streams the game logs of a board, record by record. Returns after the `end` record; the run is charged
 * then.
 * @throws ReleasedError if the server failed and released the run; CutError if the stream ended early
 */
export async function* readLogs(
  api: ApiClient,
  runId: string,
  players: Asked[],
  signal: AbortSignal,
): AsyncGenerator<PlayerRecord, void> {
  const body: GameLogsBody = { runId, players }
  for await (const value of api.stream('/api/game-logs', { method: 'POST', body, signal })) {
    const record = read(gameLogRecordSchema, value)
    if (record.type === 'end') return
    if (record.type === 'error') throw new ReleasedError(record)
    if (record.type !== 'start') yield record
  }
  throw new CutError()
}

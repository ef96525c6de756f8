import { type ApiClient, EVERY_LINE, type Line } from '@propsight/shared/contracts'
import { logOf, type PlayerRecord, playerKey, type RunState } from '../../state/run.ts'
import { fetchLines } from './fetch-lines.ts'
import { playersOf, readLogs } from './read-logs.ts'

/** Players whose logs are one piece of the board: what has arrived stays when a later piece fails. */
const PIECE_PLAYERS = 60
/** Lines that are added at once: ranking them takes less than a tenth of a second on a phone. */
const PIECE_LINES = 300

export interface RestTask {
  api: ApiClient
  /** The board as it is; asked for anew with every piece. */
  board(): RunState
  change(part: Partial<RunState>): void
  signal: AbortSignal
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** The screen is drawn, and a press on Cancel heard. */
const otherWork = () => new Promise<void>((resume) => setTimeout(resume))

/**
 * Adds the lines that the book has beyond those of a board, on the board's own run, which is paid for. First the lines
 * of players who are known, then piece by piece the others with their logs. Lines of the board stay as they were read.
 * @throws ApiError or an Error in words; the pieces before it stay
 */
export async function loadRest({ api, board, change, signal }: RestTask): Promise<void> {
  const { request, runId, lines } = board()
  if (!request || !runId || !lines) return
  const whole = await fetchLines(api, request, runId, signal, EVERY_LINE)
  const here = new Set(lines.players.map(({ id }) => id))
  const rest = whole.players.filter(({ id }) => !here.has(id))
  const total = here.size + rest.length

  const add = (more: readonly Line[], arrived: readonly PlayerRecord[]) => {
    signal.throwIfAborted()
    const now = board()
    if (!now.lines) return
    const records = new Map(now.records)
    for (const record of arrived) records.set(playerKey(record), record)
    change({ records, lines: { ...now.lines, players: [...now.lines.players, ...more], total } })
  }

  const known = board().records
  const lacksLog = (line: Line): boolean => {
    const log = logOf(line)
    return log !== null && !known.has(playerKey(log))
  }
  add([], [])
  for (const piece of chunks(
    rest.filter((line) => !lacksLog(line)),
    PIECE_LINES,
  )) {
    add(piece, [])
    await otherWork()
  }
  const waiting = Map.groupBy(rest.filter(lacksLog), (line) => {
    const log = logOf(line)
    return log ? playerKey(log) : ''
  })
  for (const players of chunks(playersOf({ players: [...waiting.values()].flat() }), PIECE_PLAYERS)) {
    const arrived: PlayerRecord[] = []
    for await (const record of readLogs(api, runId, players, signal)) arrived.push(record)
    add(
      players.flatMap((player) => waiting.get(playerKey(player)) ?? []),
      arrived,
    )
  }
}

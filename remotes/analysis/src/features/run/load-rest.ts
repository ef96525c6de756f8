import { type ApiClient, EVERY_LINE, type Line } from '@propsight/shared/contracts'
import { placeLines } from '../../state/rank-board.ts'
import { logOf, type PlayerRecord, playerKey, type RunState } from '../../state/run.ts'
import { fetchLines } from './fetch-lines.ts'
import { playersOf, readLogs } from './read-logs.ts'

/** Players whose logs are asked for at once: what has arrived stays when a later piece fails. */
const PIECE_PLAYERS = 60
/** Lines that are worked out at once: it takes less than a tenth of a second on a phone. */
const PIECE_LINES = 300

export interface RestTask {
  api: ApiClient
  /** The board as it is now. */
  board(): RunState
  change(part: Partial<RunState>): void
  /** Games that the rates look back. */
  window(): number
  signal: AbortSignal
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** The screen is drawn, and a press on Cancel heard. */
const otherWork = () => new Promise<void>((resume) => setTimeout(resume))

/**
 * Adds the lines that the book has beyond those of a board, on the board's own run, which is paid for. They are read and
 * worked out piece by piece and shown in one step, so that the rows move once; a failure or Cancel shows what is there
 * by then. Lines of the board stay as they were read.
 * @throws ApiError, an Error in words, or the signal's reason
 */
export async function loadRest({ api, board, change, window, signal }: RestTask): Promise<void> {
  const { request, runId, lines, records: known } = board()
  if (!request || !runId || !lines) return
  const whole = await fetchLines(api, request, runId, signal, EVERY_LINE)
  const here = new Set(lines.players.map(({ id }) => id))
  const rest = whole.players.filter(({ id }) => !here.has(id))
  const total = here.size + rest.length
  const records = new Map(known)
  const ready: Line[] = []

  const add = (piece: readonly Line[], arrived: readonly PlayerRecord[]): Promise<void> => {
    signal.throwIfAborted()
    for (const record of arrived) records.set(playerKey(record), record)
    placeLines(piece, records, window())
    ready.push(...piece)
    change({ lines: { ...lines, total }, rest: { phase: 'loading', read: here.size + ready.length } })
    return otherWork()
  }
  const show = (): void => {
    const now = board()
    // Another analysis of the same has taken the board's place.
    if (now.request?.key !== request.key || now.phase !== 'complete') return
    change({ records, lines: { ...lines, players: [...lines.players, ...ready], total } })
  }

  /** Of a player whose log is not there: his key. Everybody else needs nothing but a place. */
  const waitsFor = (line: Line): string | null => {
    const log = logOf(line)
    return log && !known.has(playerKey(log)) ? playerKey(log) : null
  }
  const waiting = Map.groupBy(rest, waitsFor)
  const unread = playersOf({ players: rest.filter(waitsFor) })
  try {
    for (const piece of chunks(waiting.get(null) ?? [], PIECE_LINES)) await add(piece, [])
    for (const players of chunks(unread, PIECE_PLAYERS)) {
      const arrived: PlayerRecord[] = []
      for await (const record of readLogs(api, runId, players, signal)) arrived.push(record)
      await add(
        players.flatMap((player) => waiting.get(playerKey(player)) ?? []),
        arrived,
      )
    }
  } finally {
    show()
  }
}

import { ALL_LINES_LIMIT, type ApiClient, type Line } from '@propsight/shared/contracts'
import { type CardOptions, precomputeCards } from '../../state/rank-board.ts'
import { type PlayerRecord, playerKey, type RunState, requiredLog } from '../../state/run.ts'
import { collectPlayers, fetchLines, readLogs } from './run-requests.ts'

/** Players per request of logs. Chunks that arrived are kept when a later one fails. */
const CHUNK_PLAYERS = 60
/** Lines computed without yielding to rendering: less than 100 ms on a phone. */
const CHUNK_LINES = 300

export interface RemainingTask {
  api: ApiClient
  /** Returns the current board. */
  board(): RunState
  change(part: Partial<RunState>): void
  /** Returns the settings that cards depend on. */
  options(): CardOptions
  signal: AbortSignal
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** Yields to rendering and input, so that Cancel works. */
const yieldToBrowser = () => new Promise<void>((resume) => setTimeout(resume))

/**
 * Adds the lines that a board left out, on the board's own run, which is paid. They are fetched and computed
 * in chunks and shown in one step, so that the rows move once. A failure or Cancel shows the lines loaded so
 * far. Lines that the board has already are not updated.
 * @throws ApiError, an Error with a message for the user, or the signal's reason
 */
export async function loadRemainingLines({
  api,
  board,
  change,
  options,
  signal,
}: RemainingTask): Promise<void> {
  const { request, runId, lines, records: boardRecords } = board()
  if (!request || !runId || !lines) return
  const allLines = await fetchLines(api, request, runId, signal, ALL_LINES_LIMIT)
  const shownIds = new Set(lines.players.map(({ id }) => id))
  const remaining = allLines.players.filter(({ id }) => !shownIds.has(id))
  const total = shownIds.size + remaining.length
  const records = new Map(boardRecords)
  const ready: Line[] = []

  const add = (chunk: readonly Line[], arrived: readonly PlayerRecord[]): Promise<void> => {
    signal.throwIfAborted()
    for (const record of arrived) records.set(playerKey(record), record)
    precomputeCards(chunk, records, options())
    ready.push(...chunk)
    change({ lines: { ...lines, total }, rest: { phase: 'loading', read: shownIds.size + ready.length } })
    return yieldToBrowser()
  }
  const show = (): void => {
    const now = board()
    // A new analysis of the same mode and category has replaced the board.
    if (now.request?.key !== request.key || now.phase !== 'complete') return
    change({ records, lines: { ...lines, players: [...lines.players, ...ready], total } })
  }

  /** Key of the player whose log is missing; null if the line can be computed at once. */
  const waitsFor = (line: Line): string | null => {
    const log = requiredLog(line)
    return log && !boardRecords.has(playerKey(log)) ? playerKey(log) : null
  }
  const waiting = Map.groupBy(remaining, waitsFor)
  const unread = collectPlayers({ players: remaining.filter(waitsFor) }, request.feature)
  try {
    for (const chunk of chunks(waiting.get(null) ?? [], CHUNK_LINES)) await add(chunk, [])
    for (const players of chunks(unread, CHUNK_PLAYERS)) {
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

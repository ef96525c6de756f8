import type { GameLogsBody, Line } from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { TransactionPorts } from '../board/availability/read-transactions.ts'
import { readTransactions, type TransactionsByPerson } from '../board/availability/read-transactions.ts'
import { deriveAvailability } from '../board/availability/roster-transactions.ts'
import type { CollectedRecord, GameLogStreamPorts, LogsSummary } from '../board/game-log-stream.ts'

export type PlayerRecordPorts = GameLogStreamPorts & TransactionPorts

const TRANSACTIONS_TIMEOUT_MS = 3_000

/**
 * Reads the roster transactions for an analysis. Game logs do not wait for them, but an analysis does, so
 * that it does not recommend a player who cannot play.
 * @returns null when they fail or take more than 3 s; the availability in the game logs then applies
 */
export async function readTransactionsInTime(parts: TransactionPorts): Promise<TransactionsByPerson | null> {
  try {
    return (await withTimeout(readTransactions(parts), TRANSACTIONS_TIMEOUT_MS))?.value ?? null
  } catch (error) {
    parts.log.warn({ err: error }, 'analysis without the roster transactions')
    return null
  }
}

/**
 * Sets the availability of a record's player from the roster transactions.
 * @param today league day, `YYYY-MM-DD`
 * @returns the same record when no transaction of the player affects the availability
 */
export function markAvailability(
  record: CollectedRecord,
  transactions: TransactionsByPerson | null,
  today: string,
): CollectedRecord {
  // The records of other sports have the reports of their own league.
  if (record.type === 'missing' || record.type === 'athlete' || !transactions) return record
  const playerTransactions = transactions.get(record.personId)
  if (!playerTransactions) return record
  const availability = deriveAvailability(playerTransactions, today, record.games.at(-1)?.date ?? null)
  return availability ? { ...record, availability } : record
}

export interface CollectedLogs extends LogsSummary {
  /** In the order of the request. */
  records: CollectedRecord[]
}

type RequestedPlayer = GameLogsBody['players'][number]

const keyOf = ({ name, team, group }: RequestedPlayer) => JSON.stringify([name, team, group])

/**
 * Collects all records of `streamGameLogs`. Duplicate players are read once.
 * @throws UpstreamError when no game log could be read
 */
export async function collectGameLogs(
  deps: GameLogStreamPorts & { readonly log: Logger },
  players: GameLogsBody['players'],
): Promise<CollectedLogs> {
  const found = new Map<string, CollectedRecord>()
  const requested = new Map(players.map((player) => [keyOf(player), player]))
  const summary = await deps.streamGameLogs(
    [...requested.values()],
    async (record) => {
      if (record.type !== 'start') found.set(keyOf(record), record)
    },
    deps.log,
  )
  const records = [...requested.keys()].flatMap((key) => found.get(key) ?? [])
  return { ...summary, records }
}

/** Limits of names and teams in `GameLogsBody`, in characters. */
const MAX_NAME_LENGTH = 80
const MAX_TEAM_LENGTH = 40

/** The player whose game log grades a line; null for combos, unknown markets and invalid names. */
function playerOf(line: Line): RequestedPlayer | null {
  const stat = findStatType(line.statType)
  const name = line.name.trim()
  const team = line.team.trim()
  if (!stat || line.combo || name === '') return null
  if (name.length > MAX_NAME_LENGTH || team.length > MAX_TEAM_LENGTH) return null
  return { name, team, group: stat.group }
}

/**
 * Reads the game log records of the players of some lines, with the latest availability of each player.
 * @returns a function from a line to the record of its player; undefined for a line without a single player
 * @throws UpstreamError when no game log could be read
 */
export async function readPlayerRecords(
  parts: PlayerRecordPorts,
  lines: readonly Line[],
): Promise<(line: Line) => CollectedRecord | undefined> {
  const players = lines.map(playerOf).filter((player) => player !== null)
  if (players.length === 0) return () => undefined
  const [{ records }, transactions] = await Promise.all([
    collectGameLogs(parts, players),
    readTransactionsInTime(parts),
  ])
  const today = parts.clock.today()
  const recordsByPlayer = new Map(
    records.map((record) => [keyOf(record), markAvailability(record, transactions, today)]),
  )
  return (line) => {
    const player = playerOf(line)
    return player ? recordsByPlayer.get(keyOf(player)) : undefined
  }
}

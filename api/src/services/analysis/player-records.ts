import type { GameLogRecord, GameLogsBody } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { deriveAvailability } from '../board/availability/availability.ts'
import { readTransactions, type TransactionsByPerson } from '../board/availability/read-transactions.ts'
import { type LogsSummary, streamGameLogs } from '../board/game-logs.ts'

const TRANSACTIONS_TIMEOUT_MS = 3_000

/**
 * Reads the roster transactions for an analysis. Game logs do not wait for them, but an analysis does, so
 * that it does not recommend a player who cannot play.
 * @returns null when they fail or take more than 3 s; the availability in the game logs then applies
 */
export async function readTransactionsInTime(
  parts: Pick<Deps, 'upstream' | 'clock' | 'log'>,
): Promise<TransactionsByPerson | null> {
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
  if (record.type === 'missing' || !transactions) return record
  const playerTransactions = transactions.get(record.personId)
  if (!playerTransactions) return record
  const availability = deriveAvailability(playerTransactions, today, record.games.at(-1)?.date ?? null)
  return availability ? { ...record, availability } : record
}

export type CollectedRecord = Exclude<GameLogRecord, { type: 'start' | 'end' | 'error' }>

export interface CollectedLogs extends LogsSummary {
  /** In the order of the request. */
  records: CollectedRecord[]
}

const keyOf = ({ name, team, group }: GameLogsBody['players'][number]) => JSON.stringify([name, team, group])

/**
 * Collects all records of `streamGameLogs`. Duplicate players are read once.
 * @throws UpstreamError when no game log could be read
 */
export async function collectGameLogs(
  deps: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  players: GameLogsBody['players'],
): Promise<CollectedLogs> {
  const found = new Map<string, CollectedRecord>()
  const requested = new Map(players.map((player) => [keyOf(player), player]))
  const summary = await streamGameLogs(deps, [...requested.values()], async (record) => {
    if (record.type !== 'start') found.set(keyOf(record), record)
  })
  const records = [...requested.keys()].flatMap((key) => found.get(key) ?? [])
  return { ...summary, records }
}

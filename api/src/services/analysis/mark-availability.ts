import type { Deps } from '../../deps.ts'
import { inTime } from '../../platform/concurrency/with-timeout.ts'
import { availabilityOf } from '../board/availability/availability.ts'
import type { CollectedRecord } from './player-records.ts'
import { type MovesByPerson, readMoves } from '../board/availability/read-transactions.ts'

const PATIENCE_MS = 3_000

/**
 * Reads the roster transactions for an analysis. Game logs do not wait for them, but an analysis does, so
 * that it does not recommend a player who cannot play.
 * @returns null when they fail or take more than 3 s; the availability in the game logs then applies
 */
export async function movesInTime(
  parts: Pick<Deps, 'upstream' | 'clock' | 'log'>,
): Promise<MovesByPerson | null> {
  try {
    return (await inTime(readMoves(parts), PATIENCE_MS))?.value ?? null
  } catch (error) {
    parts.log.warn({ err: error }, 'an analysis goes on without roster moves')
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
  moves: MovesByPerson | null,
  today: string,
): CollectedRecord {
  if (record.type === 'missing' || !moves) return record
  const own = moves.get(record.personId)
  const availability = own ? availabilityOf(own, today, record.games.at(-1)?.date ?? null) : null
  return availability ? { ...record, availability } : record
}

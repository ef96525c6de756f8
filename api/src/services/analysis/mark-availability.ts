import type { Deps } from '../../deps.ts'
import { inTime } from '../board/forecast/in-time.ts'
import { availabilityOf } from './availability/availability-of.ts'
import type { CollectedRecord } from './collect-logs.ts'
import { type MovesByPerson, readMoves } from './news/read-moves.ts'

const PATIENCE_MS = 3_000

/**
 * Logs never wait for roster moves; whoever is recommended is to be able to play, so an analysis does.
 * @returns null where they cannot be read in time: then what the logs carry counts
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

/** A record with what the moves say about its player; as it was where there are none. */
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

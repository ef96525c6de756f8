import {
  type EarlierBatting,
  type EarlierPitching,
  NO_TOTALS,
  type PitchingTotals,
} from '@propsight/shared/domain/engine'
import { known, type PastSeason, type PitchingRow } from '../read/season.ts'
import { addRows } from './totals.ts'

/** The earlier seasons of all players, by player id, in the order of the given seasons. */
export interface EarlierSeasons {
  readonly batting: ReadonlyMap<string, readonly EarlierBatting[]>
  readonly pitching: ReadonlyMap<string, readonly EarlierPitching[]>
}

const COUNTS = [
  'battersFaced',
  'hits',
  'homeRuns',
  'earnedRuns',
  'baseOnBalls',
  'hitByPitch',
  'strikeOuts',
] as const satisfies (keyof PitchingTotals)[]

function pitched(rows: readonly PitchingRow[]): PitchingTotals {
  const sum = (count: (typeof COUNTS)[number]) => rows.reduce((all, row) => all + known(row[count]), 0)
  const counts = Object.fromEntries(COUNTS.map((count) => [count, sum(count)])) as Record<
    (typeof COUNTS)[number],
    number
  >
  return { games: rows.length, starts: rows.filter(({ started }) => started).length, ...counts }
}

function addTo<Totals>(seasons: Map<string, Totals[]>, playerId: string, season: Totals): void {
  seasons.set(playerId, [...(seasons.get(playerId) ?? []), season])
}

/** Sums complete seasons per player, as the engine's input needs them. */
export function earlierSeasons(seasons: readonly PastSeason[]): EarlierSeasons {
  const batting = new Map<string, EarlierBatting[]>()
  const pitching = new Map<string, EarlierPitching[]>()
  for (const { year, rows } of seasons) {
    const league = addRows(NO_TOTALS, rows.batting)
    for (const [id, own] of Map.groupBy(rows.batting, ({ playerId }) => playerId))
      addTo(batting, id, { season: year, own: addRows(NO_TOTALS, own), league })
    for (const [id, own] of Map.groupBy(rows.pitching, ({ playerId }) => playerId))
      addTo(pitching, id, { season: year, own: pitched(own), league })
  }
  return { batting, pitching }
}

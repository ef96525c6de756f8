import { EARLIER_SEASONS, makeEarlierSeason, type SampleSeason } from '@propsight/league'
import {
  type EarlierBatting,
  type EarlierPitching,
  NO_TOTALS,
  type PitchingTotals,
} from '@propsight/shared/domain/engine'
import type { PitchingRow } from '../read/season.ts'
import { addRows } from '../walk/totals.ts'
import { seasonOf } from './season-of.ts'

/** The earlier seasons of all players, by player id as in `seasonOf`, latest first. */
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
  const sum = (count: (typeof COUNTS)[number]) => rows.reduce((all, row) => all + (row[count] ?? 0), 0)
  const counts = Object.fromEntries(COUNTS.map((count) => [count, sum(count)])) as Record<
    (typeof COUNTS)[number],
    number
  >
  return { games: rows.length, starts: rows.filter(({ started }) => started).length, ...counts }
}

function addTo<Season>(seasons: Map<string, Season[]>, playerId: string, season: Season): void {
  seasons.set(playerId, [...(seasons.get(playerId) ?? []), season])
}

/** Simulates the earlier seasons of a sample league's players. They equal those of the sample world. */
export function earlierSeasonsOf(sample: SampleSeason): EarlierSeasons {
  const batting = new Map<string, EarlierBatting[]>()
  const pitching = new Map<string, EarlierPitching[]>()
  for (let back = 1; back <= EARLIER_SEASONS; back++) {
    const season = Number(sample.day.slice(0, 4)) - back
    const rows = seasonOf(makeEarlierSeason(sample, season))
    const league = addRows(NO_TOTALS, rows.batting)
    for (const [id, own] of Map.groupBy(rows.batting, ({ playerId }) => playerId))
      addTo(batting, id, { season, own: addRows(NO_TOTALS, own), league })
    for (const [id, own] of Map.groupBy(rows.pitching, ({ playerId }) => playerId))
      addTo(pitching, id, { season, own: pitched(own), league })
  }
  return { batting, pitching }
}

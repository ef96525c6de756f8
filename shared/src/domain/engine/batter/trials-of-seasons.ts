import type { BattingTotals } from '../input.ts'
import type { LeagueRates } from '../league-rates.ts'
import type { WeighedSeason } from '../earlier-seasons.ts'
import { withSeasons } from '../seasons/with-seasons.ts'
import type { OwnRecord } from './own-record.ts'
import { type PerStep, perStep, type Trials, trialsOf } from './steps.ts'

type EarlierSeasons = readonly WeighedSeason<BattingTotals>[]

/** Rate of each step in a league. */
export function usualRates(league: LeagueRates): PerStep<number> {
  const usual = trialsOf(league)
  return perStep((step) => usual[step].yes / Math.max(1e-9, usual[step].of))
}

/** A batter's trials of each step in this season, plus the weighted trials of earlier seasons. */
export function trialsOfSeasons(
  own: OwnRecord,
  leagueRate: PerStep<number>,
  earlier: EarlierSeasons,
): PerStep<Trials> {
  const now = trialsOf(own)
  const then = earlier.map((season) => ({
    share: season.share,
    trials: trialsOf(season.own),
    rates: usualRates(season.league),
  }))
  return perStep((step) =>
    withSeasons(
      now[step],
      leagueRate[step],
      then.map(({ share, trials, rates }) => ({ ...trials[step], leagueRate: rates[step], share })),
    ),
  )
}

/**
 * Share of that record made in the own club's park. Half of earlier seasons counts, as if played for the same
 * club.
 */
export function homeShare({ atHome, plateAppearances }: OwnRecord, earlier: EarlierSeasons): number {
  const before = earlier.reduce((sum, { share, own }) => sum + share * own.plateAppearances, 0)
  return before === 0 ? atHome : (atHome * plateAppearances + before / 2) / (plateAppearances + before)
}

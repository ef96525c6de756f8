import type { Trials } from '../batter/steps.ts'
import { expit, logit } from '../log-odds.ts'

/** What came of one of the questions in an earlier season, and what was usual there. */
export interface SeasonTrials extends Trials {
  readonly leagueRate: number
  /** Of one trial, beside one of this season. */
  readonly share: number
}

/**
 * This season's record with those of earlier seasons beside it: so many trials less, and as many yeses as he would have
 * had in the league of today if he was as far from it, in log-odds, as he was from his own.
 */
export function withSeasons(record: Trials, leagueRate: number, seasons: readonly SeasonTrials[]): Trials {
  let { yes, of } = record
  for (const season of seasons) {
    if (season.of === 0) continue
    const against = logit(season.yes / season.of) - logit(season.leagueRate)
    of += season.share * season.of
    yes += season.share * season.of * expit(logit(leagueRate) + against)
  }
  return { yes, of }
}

import type { Trials } from '../batter/steps.ts'
import { expit, logit } from '../probability.ts'

/** Trials of one step in an earlier season, with the rate of its league. */
export interface SeasonTrials extends Trials {
  readonly leagueRate: number
  /** Weight of one trial relative to one of this season. */
  readonly share: number
}

/**
 * Adds the records of earlier seasons to this season's. Their trials are multiplied by the weight of the
 * season. Their successes are converted to the current league: the log-odds relative to the league stay the
 * same.
 * @param leagueRate rate of the current league
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

import { eventChances } from './chances.ts'
import type { BattingConstants } from './constants.ts'
import { expectedRbi, expectedRuns, type ScoringShift, scoringEventsOf } from './scoring.ts'
import type { PerStep } from './steps.ts'

/**
 * Day-to-day variation in standard deviations: the normal distribution as a three-point Gauss-Hermite rule.
 */
export const DAYS = [
  { day: -Math.sqrt(3), chance: 1 / 6 },
  { day: 0, chance: 2 / 3 },
  { day: Math.sqrt(3), chance: 1 / 6 },
] as const

/** Log-odds of the steps on a day on which reaching base is shifted by `shift`. */
export const onDay = (logOdds: PerStep<number>, shift: number): PerStep<number> => ({
  ...logOdds,
  walk: logOdds.walk + shift,
  hit: logOdds.hit + shift,
  homeRun: logOdds.homeRun + shift,
})

/**
 * Corrects the scoring shift so that the mean over all days equals the mean of an average day. On a good day
 * more runners reach base and more of them score, so the mean of the mixture would otherwise be too high.
 */
export function evenedOut(
  logOdds: PerStep<number>,
  scoring: ScoringShift,
  { day: size, scoring: constants }: BattingConstants,
): ScoringShift {
  const usual = scoringEventsOf(eventChances(logOdds))
  const runs = expectedRuns(usual, scoring.run, constants)
  const rbi = expectedRbi(usual, scoring.rbi, constants)
  let [mixedRuns, mixedRbi] = [0, 0]
  for (const { day, chance } of DAYS) {
    const counts = scoringEventsOf(eventChances(onDay(logOdds, day * size.onBase)))
    mixedRuns += chance * expectedRuns(counts, scoring.run + day * size.scoring, constants).mean
    mixedRbi += chance * expectedRbi(counts, scoring.rbi + day * size.scoring, constants).mean
  }
  return {
    run: scoring.run - (mixedRuns - runs.mean) / Math.max(1e-6, runs.slope),
    rbi: scoring.rbi - (mixedRbi - rbi.mean) / Math.max(1e-6, rbi.slope),
  }
}

import { addSeasonTrials, pitchingSeasons } from '../earlier-seasons.ts'
import { HIT_BY_PITCH_RATE, type Starter, sanitizeCount } from '../input.ts'
import { starterShare } from '../pitcher/earlier-starts.ts'
import type { BattingConstants } from './constants.ts'
import { type EventTally, type ShrunkRate, shrinkTrials, type Trials } from './steps.ts'

/** Rates of the opposing starter relative to the league, in log-odds. Positive means more of the event. */
export interface StarterRecord {
  readonly strikeOut: number
  readonly walk: number
  /** Hits per batted ball, home runs included: not every source has a pitcher's home runs. */
  readonly contact: number
}

/** A starter's rates and their error variances. */
export interface ShrunkStarter {
  readonly against: StarterRecord
  readonly variance: StarterRecord
}

const trials = (yes: number, of: number): Trials => {
  const all = Math.max(0, of)
  return { yes: Math.min(yes, all), of: all }
}

const COUNTED = ['battersFaced', 'strikeOuts', 'baseOnBalls', 'hitByPitch', 'hits'] as const
type Counts = Readonly<Record<(typeof COUNTED)[number], number>>
type RateTrials = Readonly<Record<keyof StarterRecord, Trials>>

function trialsOf({ battersFaced, strikeOuts, baseOnBalls, hitByPitch, hits }: Counts): RateTrials {
  return {
    strikeOut: trials(strikeOuts, battersFaced),
    walk: trials(baseOnBalls, battersFaced - strikeOuts),
    contact: trials(hits, battersFaced - strikeOuts - baseOnBalls - hitByPitch),
  }
}

function usualRates({ strikeOuts, baseOnBalls, hitByPitch, hits }: EventTally): StarterRecord {
  const noStrikeOut = 1 - strikeOuts
  return {
    strikeOut: strikeOuts,
    walk: baseOnBalls / noStrikeOut,
    contact: hits / (noStrikeOut - baseOnBalls - hitByPitch),
  }
}

function thisSeason(games: Starter['games'], date: string): Counts {
  const sums = { battersFaced: 0, strikeOuts: 0, baseOnBalls: 0, hitByPitch: 0, hits: 0 }
  for (const game of games) {
    if (!(game.date < date)) continue
    const known = { ...game, hitByPitch: game.hitByPitch ?? HIT_BY_PITCH_RATE * game.battersFaced }
    for (const field of COUNTED) sums[field] += sanitizeCount(known[field])
  }
  return sums
}

/** Share of a starter's usual part of the game that a starter pitches: 1 for all but openers. */
export const findStarterShare = (starter: Starter | null, date: string): number =>
  starter ? starterShare(starter.games.filter((game) => game.date < date)) : 1

/**
 * Shrunk rates of the opposing starter, for the expected part of the game, from games before the day of the game and from earlier seasons.
 * @param starter null while none is announced: counts as a starter without a record, with rates of 0 and
 * large variances
 */
export function estimateStarter(
  starter: Starter | null,
  date: string,
  league: EventTally,
  constants: Pick<BattingConstants, 'league' | 'starterStrength'>,
): ShrunkStarter {
  const usual = usualRates(league)
  const now = trialsOf(thisSeason(starter?.games ?? [], date))
  const then = pitchingSeasons(starter?.earlier, date, constants.league).map((season) => ({
    share: season.share,
    trials: trialsOf(season.own),
    rates: usualRates(season.league),
  }))
  const shrunkRateOf = (rate: keyof StarterRecord): ShrunkRate => {
    const seasons = then.map((one) => ({
      ...one.trials[rate],
      leagueRate: one.rates[rate],
      share: one.share,
    }))
    const record = addSeasonTrials(now[rate], usual[rate], seasons)
    return shrinkTrials(record, usual[rate], constants.starterStrength[rate])
  }
  const share = findStarterShare(starter, date)
  const strikeOut = shrunkRateOf('strikeOut')
  const walk = shrunkRateOf('walk')
  const contact = shrunkRateOf('contact')
  // Batters face an opener once, and an unknown pitcher for the bulk of the game, whose error is that of a starter
  // without a record.
  const none = (rate: keyof StarterRecord) =>
    shrinkTrials(trials(0, 0), usual[rate], constants.starterStrength[rate]).variance
  const variance = (rate: keyof StarterRecord, known: number) =>
    share === 1 ? known : share * known + (1 - share) * none(rate)
  return {
    against: {
      strikeOut: share * strikeOut.against,
      walk: share * walk.against,
      contact: share * contact.against,
    },
    variance: {
      strikeOut: variance('strikeOut', strikeOut.variance),
      walk: variance('walk', walk.variance),
      contact: variance('contact', contact.variance),
    },
  }
}

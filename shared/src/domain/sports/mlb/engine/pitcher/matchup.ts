import { shrink } from '../../../../engine/probability.ts'
import type { Complete } from '../../stat-types.ts'
import { inPark } from '../batter/steps.ts'
import { pitchingSeasons } from '../earlier-seasons.ts'
import {
  type BattingTotals,
  homeAdvantage,
  type LeagueStarts,
  type ParkFactors,
  type PitcherInput,
  sanitizeCount,
} from '../input.ts'
import { isUnknownTotal, type LeagueRates, leagueRates, recentLeagueRates } from '../league-rates.ts'
import { seasonalTemperature, weatherEffects } from '../weather.ts'
import { type Counted, type PitchingConstants, RATES, type Rate } from './constants.ts'
import { addEarlierCounts, type EarlierStarts, sumEarlierStarts } from './earlier-starts.ts'
import { lineupRates } from './lineup-rates.ts'

/**
 * Average value of an event in runs, relative to an out.
 * Source: T. Tango, M. Lichtman, A. Dolphin, 'The Book' (2007), linear weights of 1999 to 2002, table 7.
 */
const RUNS = { single: 0.77, double: 1.08, triple: 1.37, homeRun: 1.7, walk: 0.62 } as const

/** Bounds a park factor: values further from the average are errors of the source. */
const boundFactor = (factor: number): number => (factor > 0 ? Math.min(2, Math.max(0.5, factor)) : 1)

const worth = (rates: Omit<LeagueRates, 'runs' | 'rbi' | 'stolenBases'>): number => {
  const singles = rates.hits - rates.doubles - rates.triples - rates.homeRuns
  return (
    RUNS.single * singles +
    RUNS.double * rates.doubles +
    RUNS.triple * rates.triples +
    RUNS.homeRun * rates.homeRuns +
    RUNS.walk * (rates.baseOnBalls + rates.hitByPitch)
  )
}

/** Logarithms of the effect of a park on each count; 0 for an unknown park. */
export function parkEffects(
  league: LeagueRates,
  park: ParkFactors | null,
): Readonly<Record<Counted, number>> {
  if (park === null) return { strikeOuts: 0, baseOnBalls: 0, hits: 0, earnedRuns: 0 }
  const factors: ParkFactors = {
    single: boundFactor(park.single),
    double: boundFactor(park.double),
    triple: boundFactor(park.triple),
    homeRun: boundFactor(park.homeRun),
    strikeOut: boundFactor(park.strikeOut),
    walk: boundFactor(park.walk),
  }
  const there = inPark(league, factors)
  return {
    strikeOuts: Math.log(factors.strikeOut),
    baseOnBalls: Math.log(factors.walk),
    hits: Math.log(there.hits / league.hits),
    earnedRuns: Math.log(worth({ ...there, plateAppearances: 1 }) / worth(league)),
  }
}

/** All features of a start. Logarithms are of ratios to the current league, so 0 is average. */
export interface Matchup {
  /** Counts of this season plus the weighted counts of earlier seasons, as far as they are known. */
  readonly earlier: EarlierStarts
  /** Rates per batter faced of an average starter in the current league. */
  readonly usual: Readonly<Record<Rate, number>>
  /**
   * Logarithms of the league's rates in the last 30 days relative to those of the season: the base of the
   * forecast.
   */
  readonly recentShift: Readonly<Record<Rate, number>>
  /** Chance that a batter does not reach base, relative to the league that the constants were fitted on. */
  readonly outScale: number
  /** Starts of the league this season, where known. */
  readonly leagueStarts: LeagueStarts | null
  /** Whether the game is in September or later: active rosters are larger, and starts shorter. */
  readonly september: boolean
  /** Seasonal temperature effect: the temperature of the date relative to the season's days before it. */
  readonly seasonalTemperature: number
  /** 0.5 at home, −0.5 away, 0 at a neutral park. */
  readonly home: number
  /** Share of turns in the rotation that the pitcher took, minus that of an average starter. */
  readonly turns: number
  readonly own: { strikeOuts: number; walks: number; homeRuns: number; onBase: number }
  /** Share of the average starter in the pitcher's strikeout rate: 1 without a record. */
  readonly little: number
  readonly opponent: Readonly<Record<Counted | 'onBase', number>>
  /** Rates of the expected batters; those of the opposing club where the lineup is unknown. */
  readonly lineup: Readonly<Record<Counted, number>>
  readonly park: Readonly<Record<Counted, number>>
  /** Effects of the weather; 0 for the usual weather. */
  readonly weather: Readonly<Record<Counted, number>>
}

/**
 * Trials at the average rate mixed into a rate that is a feature of another one. Pitchers, in batters faced:
 * near the published points of stabilisation (strikeouts 70, walks 170: R. Carleton, 'It's a small sample
 * size after all', Baseball Prospectus, 2012). Clubs, in plate appearances: about ten games.
 */
const OWN_STRENGTH = { strikeOuts: 70, walks: 170, homeRuns: 400, onBase: 200 } as const
const CLUB_STRENGTH = 400
/** Runs are clustered: their variance is about twice their mean, so they need twice the trials. */
const CLUB_RUNS_STRENGTH = 800

/** Games of a club per turn of a starter, including off-days and sixth starters. */
const GAMES_A_TURN = 5.2
/**
 * Share of turns that an average starter has taken; injuries, demotions and call-ups account for the
 * rest.
 */
const USUAL_TURNS = 0.8
const MOST_TURNS = 1.2

const onBase = (rates: { hits: number; baseOnBalls: number; hitByPitch: number }): number =>
  rates.hits + rates.baseOnBalls + rates.hitByPitch

/** Bounds a rate per plate appearance, because a source may have errors. */
const inside = (rate: number): number => Math.min(0.95, Math.max(1e-3, rate))

/**
 * Batters faced at the fitted seasons' ratio mixed into the ratio of this season's starters to the league:
 * about the first three weeks of a season.
 */
const STARTERS_STRENGTH = 20_000
/** Bounds of that ratio relative to the fitted one: others are errors of the source. */
const STARTERS_BOUNDS = [0.8, 1.25] as const

/** Rates of starters relative to those of the league, this season. */
function startersRatios(
  league: LeagueRates,
  { starters }: Pick<PitchingConstants, 'starters'>,
  starts: LeagueStarts | null | undefined,
): Record<Rate, number> {
  const faced = sanitizeCount(starts?.battersFaced ?? 0)
  const ratio = (count: 'strikeOuts' | 'baseOnBalls'): number => {
    const usual = inside(starters[count] * league[count])
    const seen = shrink(Math.min(sanitizeCount(starts?.[count] ?? 0), faced), faced, usual, STARTERS_STRENGTH)
    const [least, most] = STARTERS_BOUNDS
    return starters[count] * Math.min(most, Math.max(least, seen / usual))
  }
  return { ...starters, strikeOuts: ratio('strikeOuts'), baseOnBalls: ratio('baseOnBalls') }
}

/** Rates per batter faced of an average starter. */
function usualRates(league: LeagueRates, ratios: Readonly<Record<Rate, number>>): Record<Rate, number> {
  const rate = (name: Rate): number => inside(ratios[name] * league[name === 'earnedRuns' ? 'runs' : name])
  return Object.fromEntries(RATES.map((name) => [name, rate(name)])) as Record<Rate, number>
}

function opponentOf(club: BattingTotals | null, league: LeagueRates): Matchup['opponent'] {
  const trials = sanitizeCount(club?.plateAppearances ?? 0)
  // Unknown counts are set to the league's rate, which is neutral.
  const neutral = (count: 'runs' | 'rbi' | 'hitByPitch' | 'stolenBases', total: number | null) =>
    total === null || isUnknownTotal(total, trials * league[count]) ? trials * league[count] : total
  const known = club && {
    ...club,
    runs: neutral('runs', club.runs),
    rbi: neutral('rbi', club.rbi),
    hitByPitch: neutral('hitByPitch', club.hitByPitch),
    stolenBases: neutral('stolenBases', club.stolenBases),
  }
  const log = (
    of: (totals: Complete<BattingTotals>) => number,
    usual: number,
    strength = CLUB_STRENGTH,
  ): number =>
    Math.log(
      shrink(known ? Math.min(sanitizeCount(of(known)), trials) : 0, trials, inside(usual), strength) /
        inside(usual),
    )
  return {
    strikeOuts: log((totals) => totals.strikeOuts, league.strikeOuts),
    baseOnBalls: log(
      (totals) => totals.baseOnBalls + totals.hitByPitch,
      league.baseOnBalls + league.hitByPitch,
    ),
    hits: log((totals) => totals.hits, league.hits),
    earnedRuns: log((totals) => totals.runs, league.runs, CLUB_RUNS_STRENGTH),
    onBase: log(onBase, onBase(league)),
  }
}

function ownOf(earlier: EarlierStarts, usual: Record<Rate, number>, hitByPitch: number): Matchup['own'] {
  const log = (events: number, rate: number, strength: number): number =>
    Math.log(shrink(Math.min(events, earlier.battersFaced), earlier.battersFaced, rate, strength) / rate)
  return {
    strikeOuts: log(earlier.strikeOuts, usual.strikeOuts, OWN_STRENGTH.strikeOuts),
    walks: log(earlier.baseOnBalls, usual.baseOnBalls, OWN_STRENGTH.walks),
    homeRuns: log(earlier.homeRuns, usual.homeRuns, OWN_STRENGTH.homeRuns),
    onBase: log(onBase(earlier), inside(onBase({ ...usual, hitByPitch })), OWN_STRENGTH.onBase),
  }
}

/** Batters faced after which a pitcher's own record has half of the weight, in `Matchup.little`. */
const LITTLE_BATTERS = 100

/** First day of larger rosters, within a year (since 1914; MLB rule 2(c)). */
const SEPTEMBER = '09-01'

function turnsOf(starts: number, club: BattingTotals | null): number {
  const games = sanitizeCount(club?.games ?? 0)
  if (games === 0) return 0
  return Math.min(MOST_TURNS, starts / Math.max(1, games / GAMES_A_TURN)) - USUAL_TURNS
}

/**
 * Builds the features of a start from games before the day of the game.
 * @returns null for a pitcher without a start this season
 */
export function buildMatchup(
  input: PitcherInput,
  constants: Pick<PitchingConstants, 'league' | 'starters'>,
): Matchup | null {
  const starts = sumEarlierStarts(input)
  if (starts === null) return null
  const { setting, opponent, home } = input
  const league = leagueRates(setting.league, setting.date, constants.league)
  const seasons = pitchingSeasons(input.earlier, setting.date, constants.league)
  const earlier = addEarlierCounts(starts, league, seasons)
  const ratios = startersRatios(league, constants, setting.starts)
  const usual = usualRates(league, ratios)
  const { recentBatting } = setting
  const club = opponentOf(opponent, league)
  const batters = lineupRates(input.lineup, league, setting.date, constants.league)
  const recentRates = usualRates(
    recentBatting ? recentLeagueRates(league, recentBatting, setting.date, constants.league) : league,
    ratios,
  )
  return {
    earlier,
    usual,
    recentShift: Object.fromEntries(
      RATES.map((name) => [name, Math.log(recentRates[name] / usual[name])]),
    ) as Matchup['recentShift'],
    outScale: (1 - inside(onBase(league))) / (1 - onBase(constants.league.rates)),
    leagueStarts: setting.starts ?? null,
    september: setting.date.slice(5) >= SEPTEMBER,
    // The last 30 days have the temperature of the game; only season totals need the correction.
    seasonalTemperature: recentBatting ? 0 : seasonalTemperature(setting.date),
    home: homeAdvantage(home, setting),
    // The games of the opponent replace those of the own club: the two numbers differ by about one.
    turns: turnsOf(earlier.starts, opponent),
    own: ownOf(earlier, usual, league.hitByPitch),
    little: LITTLE_BATTERS / (earlier.battersFaced + LITTLE_BATTERS),
    opponent: club,
    lineup: batters ? { ...batters, earnedRuns: batters.onBase } : { ...club, earnedRuns: club.onBase },
    park: parkEffects(league, setting.park),
    weather: weatherEffects(setting.weather),
  }
}

import { logit } from '../../../../engine/probability.ts'
import type { Complete, HittingCounts } from '../../stat-types.ts'
import { addSeasonTrials, type SeasonTrials, type WeighedSeason } from '../earlier-seasons.ts'
import { type BatterGame, type BatterInput, type BattingTotals, sanitizeCount } from '../input.ts'
import { BATTING_COUNTS, type LeagueRates } from '../league-rates.ts'
import { type EventTally, type PerStep, perStep, shrinkTrials, type Trials, trialsOf } from './steps.ts'

/** Sums over a batter's games before the day of the game. */
export interface OwnRecord extends Complete<HittingCounts> {
  readonly plateAppearances: number
  /** Games started, and the plate appearances in them. */
  readonly starts: number
  readonly startAppearances: number
  readonly games: number
  /** Share of plate appearances in the park of the own club. */
  readonly atHome: number
  /**
   * Weighted number of starts in each place of the batting order, first to ninth. Recent starts weigh more.
   */
  readonly slots: readonly number[]
}

/** Weight of a start relative to the next one, in the usual place in the order. */
const SLOT_MEMORY = 0.9
/**
 * In logs without starters, a batter with this many plate appearances counts as a starter: substitutes seldom
 * have them.
 */
const STARTER_APPEARANCES = 3

const FIELDS = ['plateAppearances', ...BATTING_COUNTS] as const

const zeros = () =>
  Object.fromEntries(FIELDS.map((field) => [field, 0])) as Record<(typeof FIELDS)[number], number>

/** The counts of a game in the order of `FIELDS`. Named properties are read several times faster than computed ones. */
const countsOf = (game: BatterGame): readonly (number | null)[] => [
  game.plateAppearances,
  game.hits,
  game.doubles,
  game.triples,
  game.homeRuns,
  game.runs,
  game.rbi,
  game.baseOnBalls,
  game.hitByPitch,
  game.strikeOuts,
  game.stolenBases,
]

const started = (game: BatterGame): boolean =>
  game.started ?? sanitizeCount(game.plateAppearances) >= STARTER_APPEARANCES

/**
 * Sums a batter's season before the day of the game. Games of that day or later in the input are ignored.
 * Games that lack a count have the rate of the batter's other games, or of the league where all lack it.
 * @returns null without a plate appearance
 */
export function sumOwnRecord({ games, setting }: BatterInput, league: LeagueRates): OwnRecord | null {
  const known = FIELDS.map(() => 0)
  /** Plate appearances of the games that lack the count. */
  const unknown = FIELDS.map(() => 0)
  const slots = Array.from({ length: 9 }, () => 0)
  let starts = 0
  let startAppearances = 0
  let played = 0
  let atHome = 0
  for (const game of games) {
    if (!(game.date < setting.date)) continue
    const appearances = sanitizeCount(game.plateAppearances)
    played++
    if (game.home) atHome += appearances
    const counts = countsOf(game)
    for (let at = 0; at < counts.length; at++) {
      const count = counts[at] ?? null
      if (count === null) unknown[at] = (unknown[at] ?? 0) + appearances
      else known[at] = (known[at] ?? 0) + sanitizeCount(count)
    }
    if (!started(game)) continue
    starts++
    startAppearances += appearances
    if (game.slot === null) continue
    for (let at = 0; at < 9; at++) slots[at] = (slots[at] ?? 0) * SLOT_MEMORY
    const at = game.slot - 1
    if (at in slots) slots[at] = (slots[at] ?? 0) + 1
  }
  const sums = zeros()
  const [plateAppearances = 0] = known
  if (plateAppearances === 0) return null
  for (const [at, field] of FIELDS.entries()) {
    const sum = known[at] ?? 0
    const lacking = unknown[at] ?? 0
    const counted = plateAppearances - lacking
    sums[field] = sum + (lacking > 0 ? lacking * (counted > 0 ? sum / counted : league[field]) : 0)
  }
  return { ...sums, starts, startAppearances, games: played, atHome: atHome / sums.plateAppearances, slots }
}

/**
 * Plate appearances of a fifth batter per start, and the decrease per place in the order (2019 to June 30,
 * Retrosheet).
 */
const MIDDLE_APPEARANCES = 4.27
const APPEARANCES_PER_PLACE = 0.11
/** Starts of a fifth batter mixed in where places are estimated from plate appearances. */
const STARTS_OF_A_FIFTH = 12
/** Standard deviation of the estimated place. */
const PLACES_APART = 1.8
/** Weight of the estimate in starts, where places are known. */
const GUESS_WEIGHT = 0.7

/** Normal weights around a place, summing to one. */
function weightsAround(place: number): number[] {
  const bell = Array.from({ length: 9 }, (_, at) => Math.exp(-0.5 * ((at + 1 - place) / PLACES_APART) ** 2))
  const sum = bell.reduce((a, b) => a + b, 0)
  return bell.map((weight) => weight / sum)
}

/**
 * Chances of each place in the batting order for a start, first to ninth. They are estimated from the places
 * of recent starts, and in logs without places from the plate appearances per start.
 */
export function estimateSlots({ slots, starts, startAppearances }: OwnRecord): number[] {
  const placedStarts = slots.reduce((a, b) => a + b, 0)
  const place =
    placedStarts > 0
      ? slots.reduce((sum, weight, at) => sum + weight * (at + 1), 0) / placedStarts
      : 5 -
        (startAppearances - starts * MIDDLE_APPEARANCES) /
          (starts + STARTS_OF_A_FIFTH) /
          APPEARANCES_PER_PLACE
  const guess = weightsAround(Math.min(9, Math.max(1, place)))
  return guess.map((chance, at) => ((slots[at] ?? 0) + GUESS_WEIGHT * chance) / (placedStarts + GUESS_WEIGHT))
}

type EarlierSeasons = readonly WeighedSeason<Complete<BattingTotals>>[]

/** Rate of each step in a league. */
export function usualRates(league: LeagueRates): PerStep<number> {
  const usual = trialsOf(league)
  return perStep((step) => usual[step].yes / Math.max(1e-9, usual[step].of))
}

/** Trials of one step in an earlier season. Their weight follows from the distance in seasons. */
export interface YearTrials extends Omit<SeasonTrials, 'share'> {
  readonly back: number
}

/** A batter's trials of each step in this season and in earlier ones. */
export interface TrialsByYear {
  readonly now: Trials
  readonly earlier: readonly YearTrials[]
}

/** Collects a batter's trials of each step. */
export function trialsByYear(own: OwnRecord, earlier: EarlierSeasons): PerStep<TrialsByYear> {
  const now = trialsOf(own)
  const then = earlier.map(({ back, own: totals, league }) => ({
    back,
    trials: trialsOf(totals),
    rates: usualRates(league),
  }))
  return perStep((step) => ({
    now: now[step],
    earlier: then.map(({ back, trials, rates }) => ({
      ...trials[step],
      leagueRate: rates[step],
      back,
    })),
  }))
}

/**
 * Adds the trials of earlier seasons at their weights to those of this season.
 * @param memory weight of a trial of the last season; each season before it has this share of the next one's
 */
export const weighTrials = ({ now, earlier }: TrialsByYear, leagueRate: number, memory: number): Trials =>
  addSeasonTrials(
    now,
    leagueRate,
    earlier.map((season) => ({ ...season, share: memory ** season.back })),
  )

/**
 * Share of that record made in the own club's park. Half of earlier seasons counts, as if played for the same
 * club.
 */
export function computeHomeShare({ atHome, plateAppearances }: OwnRecord, earlier: EarlierSeasons): number {
  const before = earlier.reduce((sum, { share, own }) => sum + share * own.plateAppearances, 0)
  return before === 0 ? atHome : (atHome * plateAppearances + before / 2) / (plateAppearances + before)
}

type StealCounts = EventTally & { readonly stolenBases: number }

/** Times on first base by a single, a walk or a hit by pitch. */
const onFirst = (record: StealCounts): number =>
  Math.max(
    0,
    record.hits - record.doubles - record.triples - record.homeRuns + record.baseOnBalls + record.hitByPitch,
  )

const LEAST_RATE = 1e-4
const MOST_RATE = 0.5

const trialsIn = (record: StealCounts): Trials => {
  const of = onFirst(record)
  return { yes: Math.min(record.stolenBases, of), of }
}

const rateIn = (league: StealCounts): number =>
  Math.min(MOST_RATE, Math.max(LEAST_RATE, league.stolenBases / Math.max(1e-9, onFirst(league))))

/** Log-odds of a stolen base after reaching first in a league. */
export const leagueStealLogOdds = (league: StealCounts): number => logit(rateIn(league))

/**
 * Log-odds of a stolen base after reaching first, shrunk toward the league, and the variance of their error.
 * @param strength times on first base at the league's rate mixed into the own record
 */
export function estimateSteals(
  own: StealCounts,
  league: StealCounts,
  earlier: readonly WeighedSeason<StealCounts>[],
  strength: number,
) {
  const rate = rateIn(league)
  const seasons = earlier.map((season) => ({
    ...trialsIn(season.own),
    leagueRate: rateIn(season.league),
    share: season.share,
  }))
  const { against, variance } = shrinkTrials(addSeasonTrials(trialsIn(own), rate, seasons), rate, strength)
  return { logOdds: logit(rate) + against, variance }
}

import { CLUBS } from '../data/clubs.ts'
import { PARKS } from '../data/parks.ts'
import type { Person } from '../world/entities.ts'
import { LineTable } from '../world/line-table.ts'
import type { MatchupTable } from '../world/matchup-table.ts'
import { randomFrom } from '../world/random.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import {
  EVENT_COUNT,
  estimateRunValue,
  LEAGUE_RATES,
  matchup,
  parkMultipliers,
  type Talents,
} from './plate-appearance.ts'
import { makePlayers, ROSTER_PLAN, SLOTS_PER_CLUB } from './players.ts'
import { applyRain, makeSchedule } from './schedule.ts'
import { playSeason, type SeasonPlayed } from './season.ts'

const SAMPLES = 12_000
/**
 * The best batter of a lineup has this share more plate appearances than the average one, the worst this
 * share less.
 */
const ORDER_TILT = 0.11
const ROUNDS = 4

const MEAN_RUN_VALUE = 0.305
const RUN_VALUE_SPREAD = 0.045

/** Relative number of plate appearances (as batter, as pitcher) by place on the roster. */
const batterWeight = (slot: number): number => {
  const { role, reserve } = ROSTER_PLAN[slot] ?? { role: 'middle', reserve: true }
  if (role === 'regular') return 0.93
  if (role === 'bench') return reserve ? 0.05 : 0.22
  return 0
}
const pitcherWeight = (slot: number): number => {
  const { role, reserve } = ROSTER_PLAN[slot] ?? { role: 'regular', reserve: true }
  if (role === 'starter') return reserve ? 0.12 : 0.95
  if (role === 'middle') return reserve ? 0.04 : 0.42
  return role === 'closer' || role === 'setup' ? 0.4 : 0
}

const weighted = (weight: (slot: number) => number): number[] => {
  const slots: number[] = []
  for (let slot = 0; slot < SLOTS_PER_CLUB; slot++) {
    for (let n = 0; n < Math.round(weight(slot) * 100); n++) slots.push(slot)
  }
  return slots
}

/**
 * The rates to pass to `matchup` so that simulated games have the target rates per plate appearance. The
 * odds-ratio method and the spread of talents shift the averages a little. This function samples batters,
 * pitchers and parks and corrects the shift iteratively.
 * @param targetRates rates per plate appearance, in the order of `EVENTS`
 */
function calibratedRates(
  seed: string,
  talents: Talents,
  parks: readonly ArrayLike<number>[],
  targetRates: readonly number[] = LEAGUE_RATES,
): Float64Array {
  const rates = Float64Array.from(targetRates)
  const batters = weighted(batterWeight)
  const pitchers = weighted(pitcherWeight)
  const chances = new Float64Array(EVENT_COUNT)
  const runValues = Float64Array.from({ length: talents.bats.length }, (_, person) =>
    estimateRunValue(talents, LEAGUE_RATES, person),
  )
  // Run value in standard deviations from the mean, limited to −1 … 1: better batters hit earlier in the
  // lineup.
  const tilt = (person: number) =>
    Math.max(-1, Math.min(1, ((runValues[person] ?? 0) - MEAN_RUN_VALUE) / RUN_VALUE_SPREAD))
  for (let round = 0; round < ROUNDS; round++) {
    const random = randomFrom(seed, 'calibrate')
    const sampled = new Float64Array(EVENT_COUNT)
    const player = (slots: readonly number[]) =>
      Math.floor(random() * CLUBS.length) * SLOTS_PER_CLUB + (slots[Math.floor(random() * slots.length)] ?? 0)
    const batter = (): number => {
      for (;;) {
        const person = player(batters)
        if (random() * (1 + ORDER_TILT) < 1 + tilt(person) * ORDER_TILT) return person
      }
    }
    for (let n = 0; n < SAMPLES; n++) {
      const park = parks[Math.floor(random() * parks.length)] ?? []
      const sum = matchup(talents, rates, batter(), player(pitchers), park, chances)
      for (let event = 0; event < EVENT_COUNT; event++)
        sampled[event] = (sampled[event] ?? 0) + (chances[event] ?? 0) / sum
    }
    for (let event = 0; event < EVENT_COUNT; event++) {
      rates[event] = ((rates[event] ?? 0) * (targetRates[event] ?? 0) * SAMPLES) / (sampled[event] ?? 1)
    }
  }
  return rates
}

/** The inputs of the sample league's simulation. */
export interface SampleSetting {
  readonly seed: string
  readonly people: Person[]
  readonly talents: Talents
  /** The rates to pass to `matchup`, calibrated so that simulated games have the league's rates. */
  readonly rates: Float64Array
  /** Multipliers of the rates by venue id, in the order of `EVENTS`. */
  readonly parks: ReadonlyMap<number, Float64Array>
}

/**
 * Makes the sample league's players, parks and rates; deterministic from the seed.
 * @param season year for the players' ages
 * @param leagueRates rates per plate appearance, in the order of `EVENTS`, that simulated games should have
 */
export function makeSampleSetting(
  seed: string,
  season: number,
  leagueRates: readonly number[] = LEAGUE_RATES,
): SampleSetting {
  const { people, talents } = makePlayers(seed, season)
  const parks = new Map(PARKS.map(({ id, factors }) => [id, parkMultipliers(factors)]))
  const rates = calibratedRates(seed, talents, [...parks.values()], leagueRates)
  return { seed, people, talents, rates, parks }
}

/** The tables that a season's lines are written to. */
interface Tables {
  readonly batting: LineTable
  readonly pitching: LineTable
  /** Batters against pitchers; only a world with a server needs it. */
  readonly matchups?: MatchupTable | undefined
}

/** The seed of one year's games, derived from the league's seed. */
export const yearSeed = (seed: string, year: number): string => `${seed}|${year}`

/** One season with its players, talents, parks and rates. */
export interface SampleSeason extends SampleSetting, SeasonPlayed, Tables {
  /** The league's day, `YYYY-MM-DD`: games before it are simulated; games of the day have squads only. */
  readonly day: string
}

/**
 * Simulates one year of a sample league up to a day.
 * @param options `firstIndex`: index of the year's first game in the world's games; `trades`: whether clubs
 * trade players (only in the current season)
 */
export function playSampleYear(
  setting: SampleSetting,
  year: number,
  day: string,
  { batting, pitching, matchups }: Tables,
  { firstIndex = 0, trades = true } = {},
): SeasonPlayed {
  const { people, talents, rates, parks } = setting
  return playSeason({
    seed: yearSeed(setting.seed, year),
    season: year,
    people,
    talents,
    rates,
    parks,
    schedule: applyRain(setting.seed, makeSchedule(setting.seed, year), day),
    firstIndex,
    day,
    batting,
    pitching,
    matchups,
    trades,
  })
}

/**
 * Makes the sample league's season up to a day, without earlier years and without lines. The backtest uses
 * it.
 * @param day `YYYY-MM-DD`; its season is its year
 * @param leagueRates as in `makeSampleSetting`, for another run environment
 */
export function makeSampleSeason(seed: string, day: string, leagueRates?: readonly number[]): SampleSeason {
  const year = Number(day.slice(0, 4))
  const setting = makeSampleSetting(seed, year, leagueRates)
  const tables = { batting: new LineTable(BATTING.length), pitching: new LineTable(PITCHING.length) }
  return { ...setting, ...tables, ...playSampleYear(setting, year, day, tables), day }
}

/**
 * Makes a complete earlier year of a sample league, with the same people and talents. It equals the earlier
 * season of the sample world.
 * @param year a year before `season`
 */
export function makeEarlierSeason(season: SampleSeason, year: number): SampleSeason {
  const tables = { batting: new LineTable(BATTING.length), pitching: new LineTable(PITCHING.length) }
  const played = playSampleYear(season, year, season.day, tables, { trades: false })
  return { ...season, ...tables, ...played, day: `${year}-12-31` }
}

import { PARKS } from '../data/parks.ts'
import type { Person } from '../world/entities.ts'
import { LineTable } from '../world/line-table.ts'
import type { MatchupTable } from '../world/matchup-table.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import { calibratedRates } from './calibrate-rates.ts'
import { LEAGUE_RATES, parkMultipliers, type Talents } from './plate-appearance.ts'
import { makePlayers } from './players.ts'
import { applyRain, makeSchedule } from './schedule.ts'
import { playSeason, type SeasonPlayed } from './season.ts'

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

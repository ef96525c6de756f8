import { LineTable } from '../world/line-table.ts'
import type { MeetingTable } from '../world/matchup-table.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import { makeSampleSetting, type SampleSetting } from './sample-setting.ts'
import { applyRain, makeSchedule } from './schedule.ts'
import { playSeason, type SeasonPlayed } from './season.ts'

/** The tables that a season's lines are written to. */
interface Tables {
  readonly batting: LineTable
  readonly pitching: LineTable
  /** Batters against pitchers; only a world with a server needs it. */
  readonly meetings?: MeetingTable | undefined
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
  { batting, pitching, meetings }: Tables,
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
    meetings,
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

import { LineTable } from '../world/line-table.ts'
import type { MeetingTable } from '../world/meeting-table.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import { makeSampleSetting, type SampleSetting } from './sample-setting.ts'
import { applyRain, makeSchedule } from './schedule.ts'
import { playSeason, type SeasonPlayed } from './season.ts'

/** Where a season's lines go. */
interface Tables {
  readonly batting: LineTable
  readonly pitching: LineTable
  /** Where who met whom is noted; only a world that is asked about it needs it. */
  readonly meetings?: MeetingTable | undefined
}

/** The seed of a year's games within a league's. */
export const yearSeed = (seed: string, year: number): string => `${seed}|${year}`

/** A season alone, with everything that it was played by. */
export interface SampleSeason extends SampleSetting, SeasonPlayed, Tables {
  /** The league's day: games before it are played, those of the day are made ready. */
  readonly day: string
}

/**
 * Plays one year of a sample league up to a day.
 * @param firstIndex index of the year's first game in the world's games
 * @param trades whether the clubs trade: the current season's do
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
 * The sample league's season of a day without the years before it and without a book: what a backtest needs.
 * @param day `YYYY-MM-DD`; its season is its year
 * @param leagueRates as in `makeSampleSetting`: another run environment
 */
export function makeSampleSeason(seed: string, day: string, leagueRates?: readonly number[]): SampleSeason {
  const year = Number(day.slice(0, 4))
  const setting = makeSampleSetting(seed, year, leagueRates)
  const tables = { batting: new LineTable(BATTING.length), pitching: new LineTable(PITCHING.length) }
  return { ...setting, ...tables, ...playSampleYear(setting, year, day, tables), day }
}

/**
 * An earlier year of a sample league, whole: the same people with the same talents, as the world plays them before the
 * current season.
 * @param year before the season's own
 */
export function makeEarlierSeason(season: SampleSeason, year: number): SampleSeason {
  const tables = { batting: new LineTable(BATTING.length), pitching: new LineTable(PITCHING.length) }
  const played = playSampleYear(season, year, season.day, tables, { trades: false })
  return { ...season, ...tables, ...played, day: `${year}-12-31` }
}

import type { Distribution } from '../../../engine/forecast.ts'
import { PARK_EVENT_NAMES } from '../market-facts.ts'
import { seasonShare } from './earlier-seasons.ts'
import {
  type BattingTotals,
  type EarlierSeason,
  type GameSetting,
  type ParkFactors,
  sanitizeCount,
} from './input.ts'
import { isUnknownTotal, RECENT_DAYS } from './league-rates.ts'

/** Distribution of a stat after adding one more factor. */
export interface ExplainedStep {
  readonly factor: string
  /** The input behind the factor, in words; null where there is none. */
  readonly note: string | null
  /** Calibrated like the forecast. */
  readonly distribution: Distribution
}

/**
 * Steps from an average player to the forecast of one stat. The distribution of the last step is the
 * forecast.
 */
export interface Explanation {
  /** The stat's name as in `findStatType`. */
  readonly stat: string
  readonly steps: readonly ExplainedStep[]
}

/** '1 game', '2 games' */
export const plural = (count: number, word: string): string => `${count} ${count === 1 ? word : `${word}s`}`

/** Formats count / of with a number of decimals; null where the count is unknown or `of` is not positive. */
export const ratio = (count: number | null, of: number, decimals: number): string | null =>
  count !== null && of > 0 ? (sanitizeCount(count) / of).toFixed(decimals) : null

/** 'home', 'away' or, at a park that is not the home club's, 'neutral park'. */
export const venueNote = ({ home, setting }: { home: boolean; setting: GameSetting }): string => {
  if (setting.neutral) return 'neutral park'
  return home ? 'home' : 'away'
}

/** Note of the first step: the days of the league that the average player is computed from. */
export function leagueNote({ recentBatting, league }: GameSetting): string | null {
  if (recentBatting) return `the league of the last ${RECENT_DAYS} days`
  return league.plateAppearances > 0 ? 'the league of this season' : null
}

/**
 * Suffix with the number of earlier seasons that count: ', 2 earlier seasons counted in'; empty without any.
 * @param counts whether a season of the player is used by the engine
 */
export function earlierSeasonsNote<Totals>(
  kind: Parameters<typeof seasonShare>[0],
  seasons: readonly EarlierSeason<Totals>[] | null | undefined,
  date: string,
  counts: (own: Totals) => boolean,
): string {
  const seasonCount = (seasons ?? []).filter(
    ({ season, own }) => seasonShare(kind, season, date) > 0 && counts(own),
  ).length
  if (seasonCount === 0) return ''
  return `, ${plural(seasonCount, 'earlier season')} counted in`
}

/** Usual runs of a club per game, to tell unknown runs from none. */
const RUNS_PER_GAME = 4.5

/** 'scores 4.61 runs a game, the league 4.40'; null for an unknown club, and for unknown runs. */
export function runsNote(verb: string, club: BattingTotals | null, league: BattingTotals): string | null {
  const runsPerGame = ({ runs, games }: BattingTotals) =>
    isUnknownTotal(runs, RUNS_PER_GAME * games) ? null : ratio(runs, games, 2)
  const own = club && runsPerGame(club)
  if (!own) return null
  const usual = runsPerGame(league)
  return `${verb} ${own} runs a game${usual ? `, the league ${usual}` : ''}`
}

/** 'park 1.06 for home runs'; factors that are not finite numbers are left out. */
export function parkNote(park: ParkFactors | null, events: readonly (keyof ParkFactors)[]): string {
  const knownEvents = park ? events.filter((event) => Number.isFinite(park[event])) : []
  if (!park || knownEvents.length === 0) return 'not known: taken for an average park'
  return `park ${knownEvents.map((event) => `${park[event].toFixed(2)} for ${PARK_EVENT_NAMES[event]}`).join(', ')}`
}

/**
 * Note of the seasonal temperature effect.
 * @param seasonalTemperature the effect that the engine used: 0 where it starts from the last 30 days
 */
export function seasonNote({ recentBatting }: GameSetting, seasonalTemperature: number): string | null {
  if (recentBatting) return `nothing: the last ${RECENT_DAYS} days are in it from the start`
  if (seasonalTemperature === 0) return null
  return seasonalTemperature > 0 ? 'warmer than the season so far' : 'colder than the season so far'
}

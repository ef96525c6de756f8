import { marketFacts } from '../../market-facts.ts'
import {
  earlierSeasonsNote,
  leagueNote,
  parkNote,
  plural,
  ratio,
  runsNote,
  seasonNote,
  venueNote,
} from '../explanation-notes.ts'
import { type BattingTotals, type PitcherInput, sanitizeCount } from '../input.ts'
import { weatherNote } from '../weather.ts'
import type { Matchup } from './matchup.ts'
import type { PitcherStat } from './stat-chances.ts'

/** Formats count / of as a percentage: '23.1%'; null where the count is unknown or `of` is not positive. */
const percent = (count: number | null, of: number): string | null => {
  const share = ratio(count === null ? null : 100 * count, of, 1)
  return share && `${share}%`
}

/** Steps of a pitcher's explanation, in their order. The first is the base, each other one adds a factor. */
export const PITCHER_STEPS = [
  'usual starter',
  'start length',
  'own rates',
  'opponent',
  'park',
  'home',
  'time of year',
] as const
/** `weather` is the last step of a game with other than the usual weather. */
export type PitcherFactor = (typeof PITCHER_STEPS)[number] | 'weather'

const NONE = { strikeOuts: 0, baseOnBalls: 0, hits: 0, earnedRuns: 0 } as const

/** Matchup of an unknown starter in an average game of the current league. */
const usualStarter = ({ usual, recentShift, outScale, leagueStarts, september }: Matchup): Matchup => ({
  earlier: {
    ...NONE,
    starts: 0,
    battersFaced: 0,
    hitByPitch: 0,
    homeRuns: 0,
    recent: { weight: 0, battersFaced: 0, outs: 0, short: 0 },
    opener: null,
    lastShort: false,
    lastSeason: null,
    rest: 0,
    relieved: false,
  },
  usual,
  recentShift,
  outScale,
  leagueStarts,
  september,
  seasonalTemperature: 0,
  home: 0,
  turns: 0,
  own: { strikeOuts: 0, walks: 0, homeRuns: 0, onBase: 0 },
  little: 1,
  opponent: { ...NONE, onBase: 0 },
  lineup: NONE,
  park: NONE,
  weather: NONE,
})

/** Adds the features of each factor to the matchup so far. */
const ADD: Readonly<Record<PitcherFactor, (current: Matchup, all: Matchup) => Matchup>> = {
  'usual starter': (current) => current,
  'start length': (current, { earlier, turns }) => {
    const { starts, recent, opener, lastShort, lastSeason, rest, relieved } = earlier
    return {
      ...current,
      turns,
      earlier: { ...current.earlier, starts, recent, opener, lastShort, lastSeason, rest, relieved },
    }
  },
  'own rates': (current, { earlier, own, little }) => ({ ...current, earlier, own, little }),
  opponent: (current, { opponent, lineup }) => ({ ...current, opponent, lineup }),
  park: (current, { park }) => ({ ...current, park }),
  home: (current, { home }) => ({ ...current, home }),
  'time of year': (current, { seasonalTemperature }) => ({ ...current, seasonalTemperature }),
  weather: (current, { weather }) => ({ ...current, weather }),
}

/**
 * Matchup of each step, from an average starter to the complete matchup.
 * @param hasWeather whether the game has other than the usual weather
 */
export function listExplanationSteps(
  all: Matchup,
  hasWeather: boolean,
): { readonly factor: PitcherFactor; readonly matchup: Matchup }[] {
  let current = usualStarter(all)
  const factors: readonly PitcherFactor[] = hasWeather ? [...PITCHER_STEPS, 'weather'] : PITCHER_STEPS
  return factors.map((factor) => {
    current = ADD[factor](current, all)
    return { factor, matchup: current }
  })
}

const OUTS_OF_NINE_INNINGS = 27

const startsOf = ({ games, setting }: PitcherInput) =>
  games.filter(({ started, date }) => started && date < setting.date)

function lengthNote(input: PitcherInput, { earlier: { rest, relieved, opener } }: Matchup): string {
  if (opener) return `an opener: about ${opener.outs.toFixed(1)} outs, as in the last ${opener.outings} games`
  const starts = startsOf(input)
  const outs = starts.reduce((sum, start) => sum + sanitizeCount(start.outs), 0)
  const bullpen = relieved ? ', in relief since' : ''
  const each = ratio(outs, starts.length, 1)
  return `${plural(starts.length, 'start')} of ${each} outs on average, the last ${plural(rest, 'day')} ago${bullpen}`
}

function ratesNote(input: PitcherInput): string {
  const sums = { outs: 0, strikeOuts: 0, baseOnBalls: 0, hits: 0, earnedRuns: 0 }
  for (const start of startsOf(input))
    for (const count of Object.keys(sums) as (keyof typeof sums)[]) sums[count] += sanitizeCount(start[count])
  const per = (count: keyof typeof sums, decimals: number) =>
    ratio(sums[count] * OUTS_OF_NINE_INNINGS, sums.outs, decimals)
  const { earlier, setting } = input
  // As in the engine, seasons with mostly relief appearances do not count.
  const before = earlierSeasonsNote(
    'pitching',
    earlier,
    setting.date,
    ({ games, starts }) => 2 * starts > games,
  )
  const counted = startsOf(input).every(({ earnedRuns }) => earnedRuns !== null)
  const average = counted ? `, ERA ${per('earnedRuns', 2)}` : ''
  const rates =
    sums.outs > 0
      ? `${per('strikeOuts', 1)} strikeouts, ${per('baseOnBalls', 1)} walks and ${per('hits', 1)} hits per 9 innings as a starter${average}`
      : 'no outs as a starter'
  return `${rates}${before}`
}

/** 'strikes out in 25.0% of plate appearances, the league in 22.9%'; null for an unknown club. */
function shareNote(
  what: string,
  { opponent, setting }: PitcherInput,
  count: (totals: BattingTotals) => number | null,
): string | null {
  const own = opponent && percent(count(opponent), opponent.plateAppearances)
  if (!own) return null
  const usual = percent(count(setting.league), setting.league.plateAppearances)
  return `${what} in ${own} of plate appearances${usual ? `, the league in ${usual}` : ''}`
}

const reached = ({ hits, baseOnBalls, hitByPitch }: BattingTotals): number | null =>
  hitByPitch === null ? null : hits + baseOnBalls + hitByPitch

const OPPONENT: Readonly<Record<PitcherStat, (input: PitcherInput) => string | null>> = {
  'Pitcher Strikeouts': (input) => shareNote('strikes out', input, ({ strikeOuts }) => strikeOuts),
  'Hits Allowed': (input) => shareNote('hits', input, ({ hits }) => hits),
  'Walks Allowed': (input) => shareNote('walks', input, ({ baseOnBalls }) => baseOnBalls),
  'Earned Runs Allowed': ({ opponent, setting }) => runsNote('scores', opponent, setting.league),
  'Pitching Outs': (input) => shareNote('reaches base', input, reached),
  'Pitcher Fantasy Score': (input) => shareNote('strikes out', input, ({ strikeOuts }) => strikeOuts),
}

/** The opposing club's record, and whether the batting order is known. */
function opponentNote(stat: PitcherStat, input: PitcherInput): string | null {
  const record = OPPONENT[stat](input)
  if (!input.lineup) return record
  const order = input.lineup.announced ? 'announced batting order' : 'batting order guessed from recent games'
  return record ? `${record}; ${order}` : order
}

/**
 * Builds the notes of a pitcher's explanation: the input behind each step. Those of opponent and park depend
 * on the stat.
 */
export function buildPitcherNotes(
  input: PitcherInput,
  matchup: Matchup,
): (factor: PitcherFactor, stat: PitcherStat) => string | null {
  const { setting } = input
  const notes: Readonly<Record<Exclude<PitcherFactor, 'opponent' | 'park'>, string | null>> = {
    'usual starter': leagueNote(setting),
    'start length': lengthNote(input, matchup),
    'own rates': ratesNote(input),
    home: venueNote(input),
    'time of year': seasonNote(setting, matchup.seasonalTemperature),
    weather: setting.weather && weatherNote(setting.weather),
  }
  return (factor, stat) => {
    if (factor === 'opponent') return opponentNote(stat, input)
    if (factor !== 'park') return notes[factor]
    const events = marketFacts(stat)?.parkEvents
    return events ? parkNote(setting.park, events) : null
  }
}

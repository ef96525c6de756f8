import { type OverRate, TREND_LONG_GAMES, TREND_SHORT_GAMES, trendOnSide } from '@propsight/shared/domain'
import type { LineFacts } from './facts.ts'

const STAT_WORDS: Readonly<Record<string, string>> = {
  RBIs: 'RBIs',
  'Hits+Runs+RBIs': 'hits, runs and RBIs together',
  'Hitter Fantasy Score': 'fantasy points',
  'Pitcher Fantasy Score': 'fantasy points',
  'Pitcher Strikeouts': 'strikeouts',
  'Hitter Strikeouts': 'strikeouts',
  'Pitching Outs': 'outs',
}

const longDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Name of a market inside a sentence: 'total bases'. */
export const statWords = (stat: string): string => STAT_WORDS[stat] ?? stat.toLowerCase()

/** 'over' or 'under'. */
export const sideWord = ({ side }: Pick<LineFacts, 'side'>): string => side.toLowerCase()

/** Formats an average with one decimal. */
export const tenths = (value: number): string => value.toFixed(1)

/** Formats a league day for a sentence: 'July 12'. */
export const dayWords = (date: string): string => longDay.format(new Date(`${date}T00:00:00Z`))

/** '9th'. */
export function ordinal(place: number): string {
  const teen = place % 100 > 10 && place % 100 < 14
  const ending = teen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[place % 10] ?? 'th')
  return `${place}${ending}`
}

/** Number of games that ended on the recommended side. */
export const won = (counts: OverRate, { side }: Pick<LineFacts, 'side'>): number =>
  side === 'OVER' ? counts.over : counts.under

/** '8 of the last 10 games', '1 of 1 game'. */
export const ofTheLast = (count: number, { games }: OverRate, noun: string): string =>
  games === 1 ? `${count} of 1 ${noun}` : `${count} of the last ${games} ${noun}s`

/** 'a left-hander'; empty when the hand is unknown. */
export const handWords = (throws: 'L' | 'R' | null): string =>
  throws === null ? '' : `a ${throws === 'L' ? 'left' : 'right'}-hander`

/** Noun for one appearance: 'start' for pitchers, else 'game'. */
export const noun = ({ group }: Pick<LineFacts, 'group'>): string => (group === 'pitching' ? 'start' : 'game')

/**
 * The direction of the trend, whether it speaks for the recommended side, and the short and the long average with
 * their numbers of games: 'up, against the under: 1.8 a game …'; null without a trend.
 */
export const formWords = (facts: LineFacts): string | null => {
  const { trend, season, side } = facts
  const onSide = trend && trendOnSide(trend, side)
  if (!trend || onSide === null) return null
  const each = noun(facts)
  const longer = Math.min(TREND_LONG_GAMES, season.games)
  return (
    `${trend.direction}, ${onSide}: ${tenths(trend.short)} a ${each} in the last ${TREND_SHORT_GAMES} ${each}s, ` +
    `${tenths(trend.long)} a ${each} in the last ${longer}`
  )
}

/** '19% more home runs than an average park'. */
export const parkWords = ({ park }: Pick<LineFacts, 'park'>): string | null =>
  park && park.percent !== 0
    ? `${Math.abs(park.percent)}% ${park.percent > 0 ? 'more' : 'fewer'} ${park.of} than an average park`
    : null

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
  '3-PT Made': 'threes',
  'Pts+Rebs+Asts': 'points, rebounds and assists together',
  'Pts+Rebs': 'points and rebounds together',
  'Pts+Asts': 'points and assists together',
  'Rebs+Asts': 'rebounds and assists together',
  'Blks+Stls': 'blocks and steals together',
  'Fantasy Score': 'fantasy points',
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

/** A sentence about a recommended line. Every figure and name in it is a fact of the line. */
export interface Sentence {
  /** Unique among the sentences of the line. */
  readonly id: string
  readonly text: string
  /** Whether the engine's own selection includes it. */
  readonly isDefault: boolean
}

/** Writes the sentence that begins every explanation: the probability with its interval and the push. */
export function leadSentence(facts: LineFacts): string {
  const { name, line, stat, low, high, push } = facts
  const interval = low === high ? '' : ` (80% interval ${low}% to ${high}%)`
  const even = push > 0 ? `, with a ${push}% chance to land on the line` : ''
  return `${name} is ${facts.chance}% likely to go ${sideWord(facts)} ${line} ${statWords(stat)}${interval}${even}.`
}

/** The sentence that ends an explanation of a side that may be called an edge. */
export const edgeSentence = ({ edge }: LineFacts): string | null => (edge ? 'An edge is shown.' : null)

const expectation = ({ mean, fairLine }: LineFacts): string =>
  `Expected ${tenths(mean)}, fair line ${tenths(fairLine)}.`

/** Smallest effect of the offered line that is mentioned, in percentage points. */
const LINE_FROM_POINTS = 2

/** How the offered line or the prices, as evidence, changed the probability. */
function offeredLine({ alone, chance, basis }: LineFacts): string | null {
  if (Math.abs(alone - chance) < LINE_FROM_POINTS) return null
  const evidence = basis === 'price' ? 'with the prices of sportsbooks' : 'with the offered line'
  return `Our model alone says ${alone}%; ${evidence} taken into account it is ${chance}%.`
}

function history(facts: LineFacts): string | null {
  const { window, season, average } = facts
  if (window.games === 0) return null
  const mean = average === null ? '' : `, averaging ${tenths(average)}`
  const seasonText =
    season.games > window.games ? `, and in ${won(season, facts)} of ${season.games} this season` : ''
  return `Went ${sideWord(facts)} in ${ofTheLast(won(window, facts), window, noun(facts))}${mean}${seasonText}.`
}

/** The last games, unless the window has no more games than these. */
function recentGames(facts: LineFacts): string | null {
  const { window, recent } = facts
  if (recent.games === 0 || window.games <= recent.games) return null
  return `Went ${sideWord(facts)} in ${ofTheLast(won(recent, facts), recent, noun(facts))}.`
}

function venue(facts: LineFacts): string | null {
  const { game, venue: rate } = facts
  if (!game || !rate || rate.games === 0) return null
  const games = `${rate.games} ${noun(facts)}${rate.games === 1 ? '' : 's'}`
  return `Went ${sideWord(facts)} in ${won(rate, facts)} of ${games} ${game.home ? 'at home' : 'away'} this season.`
}

/** Games of the window that no side won. They are part of its number of games. */
function pushes(facts: LineFacts): string | null {
  const { window } = facts
  if (window.push === 0) return null
  return `Landed exactly on the line in ${ofTheLast(window.push, window, noun(facts))}.`
}

function form(facts: LineFacts): string | null {
  const words = formWords(facts)
  return words && `Form is ${words}.`
}

function meeting(facts: LineFacts): string | null {
  const { game, starter, group } = facts
  if (!game) return null
  const where = game.home ? 'at home' : 'away'
  if (group === 'pitching') return `Starts ${where} against the ${game.opponent}.`
  if (group === 'other') return `Plays ${where} against the ${game.opponent}.`
  if (!starter) return `Plays ${where} against the ${game.opponent}, whose starter is not announced.`
  const rates = [starter.era && `a ${starter.era} ERA`, starter.whip && `a ${starter.whip} WHIP`]
  const ratesText = rates.filter(Boolean).join(' and ')
  const starterText = [starter.name, handWords(starter.throws)].filter(Boolean).join(', ')
  return `Plays ${where} against the ${game.opponent} and ${starterText}${ratesText ? ` with ${ratesText}` : ''}.`
}

function order({ lineup, group }: LineFacts): string | null {
  if (!lineup || group !== 'hitting') return null
  if (!lineup.announced) return 'The place in the batting order is not announced yet.'
  return lineup.slot === null ? null : `Bats ${ordinal(lineup.slot)}.`
}

function rest({ rest: days }: LineFacts): string | null {
  return days !== null && days <= 0 ? 'Played yesterday: no day of rest.' : null
}

/** The results without each team-mate who is out. */
function absences(facts: LineFacts): string | null {
  const texts = facts.absent
    .filter(({ rate }) => rate.games > 0)
    .map(
      ({ name, rate }) =>
        `Without ${name}, who is out, went ${sideWord(facts)} in ${won(rate, facts)} of ${rate.games} ${noun(facts)}${rate.games === 1 ? '' : 's'}.`,
    )
  return texts.length > 0 ? texts.join(' ') : null
}

function park(facts: LineFacts): string | null {
  const words = parkWords(facts)
  return words && facts.game?.park ? `${facts.game.park} gives up ${words}.` : null
}

const ODDS_TYPE_SENTENCES: Readonly<Record<LineFacts['oddsType'], string | null>> = {
  standard: null,
  goblin: 'The line is a goblin: easier to win than a standard line, for a lower payout, and More only.',
  demon: 'The line is a demon: harder to win than a standard line, for a higher payout, and More only.',
  unknown:
    'The book lists the line under a type that is not known here: its payout is not known, and only More is certain.',
}

/**
 * Builds the sentences that may follow the lead, from the facts of a recommended line. A missing fact has no
 * sentence.
 * @returns most important first; the default ones in this order are the engine's own selection
 */
export function candidateSentences(facts: LineFacts): Sentence[] {
  const { weather, news, oddsType } = facts
  const texts: readonly (readonly [id: string, text: string | null, isDefault: boolean])[] = [
    ['expectation', expectation(facts), true],
    ['offered-line', offeredLine(facts), true],
    ['record', history(facts), true],
    ['last-games', recentGames(facts), false],
    ['venue', venue(facts), false],
    ['pushes', pushes(facts), false],
    ['trend', form(facts), true],
    ['opponent', meeting(facts), true],
    ['batting-order', order(facts), true],
    ['rest', rest(facts), true],
    ['team-mates', absences(facts), true],
    ['park', park(facts), true],
    ['weather', weather === null ? null : `Game time: ${weather}.`, true],
    ['availability', news === null ? null : `The league says: ${news.label}, ${dayWords(news.date)}.`, true],
    ['odds-type', ODDS_TYPE_SENTENCES[oddsType], false],
  ]
  return texts.flatMap(([id, text, isDefault]) => (text === null ? [] : [{ id, text, isDefault }]))
}

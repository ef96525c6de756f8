import type { LineFacts } from './facts.ts'
import {
  dayWords,
  formWords,
  handWords,
  noun,
  ofTheLast,
  ordinal,
  parkWords,
  sideWord,
  statWords,
  tenths,
  won,
} from './shown.ts'

function chance(facts: LineFacts): string {
  const { name, line, stat, low, high, push } = facts
  const interval = low === high ? '' : ` (80% interval ${low}% to ${high}%)`
  const even = push > 0 ? `, with a ${push}% chance to land on the line` : ''
  return `${name} is ${facts.chance}% likely to go ${sideWord(facts)} ${line} ${statWords(stat)}${interval}${even}.`
}

const expectation = ({ mean, fairLine }: LineFacts): string =>
  `The engine expects ${tenths(mean)} and puts a fair line at ${tenths(fairLine)}.`

function history(facts: LineFacts): string | null {
  const { window, season, average } = facts
  if (window.games === 0) return null
  const each = noun(facts)
  const mean = average === null ? '' : `, averaging ${tenths(average)}`
  const seasonText =
    season.games > window.games ? `, and in ${won(season, facts)} of ${season.games} this season` : ''
  return `He went ${sideWord(facts)} in ${ofTheLast(won(window, facts), window, each)}${mean}${seasonText}.`
}

function form(facts: LineFacts): string | null {
  const words = formWords(facts)
  return words ? `His form is ${facts.trend?.direction === 'up' ? 'up' : 'down'}: ${words}.` : null
}

function meeting(facts: LineFacts): string | null {
  const { game, starter, group } = facts
  if (!game) return null
  const where = game.home ? 'at home' : 'away'
  if (group === 'pitching') return `He starts ${where} against the ${game.opponent}.`
  if (!starter) return `He plays ${where} against the ${game.opponent}, whose starter is not announced.`
  const rates = [starter.era && `a ${starter.era} ERA`, starter.whip && `a ${starter.whip} WHIP`]
  const ratesText = rates.filter(Boolean).join(' and ')
  const starterText = [starter.name, handWords(starter.throws)].filter(Boolean).join(', ')
  return `He plays ${where} against the ${game.opponent} and ${starterText}${ratesText ? ` with ${ratesText}` : ''}.`
}

function park(facts: LineFacts): string | null {
  const words = parkWords(facts)
  return words && facts.game ? `${facts.game.park} gives up ${words}.` : null
}

function order({ lineup, group }: LineFacts): string | null {
  if (!lineup || group === 'pitching') return null
  if (!lineup.announced) return 'His place in the batting order is not announced yet.'
  return lineup.slot === null ? null : `He bats ${ordinal(lineup.slot)}.`
}

/**
 * Writes the engine's own sentences about a recommended line from its facts, most important first. Each of them
 * passes the checker (`checkerOf`) of the same facts.
 */
export function engineSentences(facts: LineFacts): string[] {
  const { weather, news } = facts
  return [
    chance(facts),
    expectation(facts),
    history(facts),
    form(facts),
    meeting(facts),
    order(facts),
    park(facts),
    weather === null ? null : `Game time: ${weather}.`,
    news === null ? null : `The league says: ${news.label}, ${dayWords(news.date)}.`,
  ].filter((sentence) => sentence !== null)
}

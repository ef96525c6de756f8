import type { Parlay } from '@propsight/shared/contracts'
import type { LineFacts } from '../../analysis/wording/facts.ts'
import { formWords, noun, ofTheLast, sideWord, statWords, won } from '../../analysis/wording/shown.ts'
import type { Figures } from './figures.ts'

/** Legs that the trend sentence names. */
const TOLD_LEGS = 2
/** Smallest effect of shared games that is mentioned, in percentage points. Simulation noise is below it. */
const LEAST_EFFECT = 0.2

const oneDecimal = (value: number): string => value.toFixed(1)
const percents = ({ low, high }: { low: number; high: number }) =>
  `80% interval ${oneDecimal(low)}% to ${oneDecimal(high)}%`
const sentences = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' ')

const callWords = (facts: LineFacts): string => `${sideWord(facts)} ${facts.line} ${statWords(facts.stat)}`
const legWords = (facts: LineFacts): string =>
  `${facts.name}, ${facts.chance}% likely to go ${callWords(facts)}`

/** Sentence on how legs of the same game change the joint probability; null when the effect is too small. */
function together({ overallConfidence, independent }: Figures, wanted: 'lifts' | 'lowers'): string | null {
  const effect = overallConfidence - independent
  if (Math.abs(effect) < LEAST_EFFECT || effect > 0 !== (wanted === 'lifts')) return null
  return `That legs share a game ${wanted} it: unconnected legs would all hit with ${oneDecimal(independent)}%.`
}

const strength = (figures: Figures, legs: readonly LineFacts[]): string =>
  sentences([
    `${legs.length === 2 ? 'Both' : `All ${legs.length}`} legs hit with ${oneDecimal(figures.overallConfidence)}% (${percents(figures.interval)}).`,
    together(figures, 'lifts'),
    legs[0] ? `Its likeliest leg is ${legWords(legs[0])}.` : null,
  ])

const rateOf = (facts: LineFacts): number => won(facts.window, facts) / Math.max(1, facts.window.games)

function trend(legs: readonly LineFacts[]): string {
  const told = legs
    .filter(({ window }) => window.games > 0)
    .toSorted((a, b) => rateOf(b) - rateOf(a))
    .slice(0, TOLD_LEGS)
    .map((facts) => {
      const form = formWords(facts)
      const direction = facts.trend?.direction === 'up' ? 'up' : 'down'
      const went = ofTheLast(won(facts.window, facts), facts.window, noun(facts))
      return `${facts.name} went ${callWords(facts)} in ${went}${form ? `, and his form is ${direction}: ${form}` : ''}.`
    })
  return told.length > 0 ? told.join(' ') : 'No leg has a game of this season to count.'
}

function value({ expectedValue, words, unpriced, breakEven }: Figures): string | null {
  if (expectedValue === null || breakEven === null) return unpriced && `It has no value: ${unpriced}.`
  const { value: profit } = expectedValue
  const average = `${profit < 0 ? 'loses' : 'wins'} ${oneDecimal(Math.abs(profit))}% of it on average`
  const edge = words === null ? '' : `: ${words}`
  return `It returns its stake at ${oneDecimal(breakEven)}%, and ${average} (${percents(expectedValue)})${edge}.`
}

function unannounced(legs: readonly LineFacts[]): string | null {
  const open = legs.filter(({ group, lineup }) => group === 'hitting' && lineup !== null && !lineup.announced)
  if (open.length === 0) return null
  return `The batting order is not announced for ${open.length} of ${legs.length} legs.`
}

function risk(figures: Figures, legs: readonly LineFacts[]): string {
  const weakest = legs.at(-1)
  const interval = weakest && ` (80% interval ${weakest.low}% to ${weakest.high}%)`
  return sentences([
    weakest ? `Its least likely leg is ${legWords(weakest)}${interval}.` : null,
    together(figures, 'lowers'),
    value(figures),
    unannounced(legs),
  ])
}

/**
 * Writes strength, trend and risk of a parlay as sentences (P9). They contain only figures of the parlay and
 * of its legs.
 * @param legs facts of its legs, highest probability first
 */
export const insightsOf = (figures: Figures, legs: readonly LineFacts[]): Parlay['insights'] => ({
  primary: strength(figures, legs),
  trend: trend(legs),
  risk: risk(figures, legs),
})

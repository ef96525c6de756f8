import type { Parlay } from '@propsight/shared/contracts'
import { chooseSentences, type SentencePorts } from '../../analysis/ai/choose-sentences.ts'
import { type LineContextPorts, readLineContext } from '../../analysis/line-context.ts'
import { lineFacts } from '../../analysis/line-facts.ts'
import {
  candidateSentences,
  formWords,
  leadSentence,
  noun,
  ofTheLast,
  type Sentence,
  sideWord,
  statWords,
  won,
} from '../../analysis/wording/engine-sentences.ts'
import type { LineFacts } from '../../analysis/wording/facts.ts'
import type { AssessedParlay, ParlayFigures, ParlayInsights, PickLeg } from './parlay.ts'

/** Default of the Game Window setting, in games (N2). */
const WINDOW = 10
/** Limit of an insight in the contract, in characters. */
const MAX_INSIGHT_LENGTH = 600
const NO_CONTEXT = { opposingPitcher: null, weather: null }

export type InsightPorts = LineContextPorts & SentencePorts

const factsOf = ({ judged }: PickLeg): LineFacts => lineFacts(judged, NO_CONTEXT, WINDOW)

/** Whether the model's sentences on a leg are about its sport: their context is that of baseball. */
const hasContext = ({ judged: { record } }: PickLeg): boolean => record.type !== 'athlete'

/** The sentences on each of the given legs that a model chose; empty without a model. */
async function chooseLegSentences(
  parts: InsightPorts,
  legs: readonly PickLeg[],
): Promise<Map<PickLeg, readonly Sentence[]>> {
  if (!parts.ai.words) return new Map()
  return new Map(
    await Promise.all(
      [...new Set(legs)].filter(hasContext).map(async (leg) => {
        const facts = lineFacts(leg.judged, await readLineContext(parts, leg.judged), WINDOW)
        const { sentences } = await chooseSentences(parts, leadSentence(facts), candidateSentences(facts))
        return [leg, sentences] as const
      }),
    ),
  )
}

/** Appends the sentences that fit into an insight. */
function appendSentences(insight: string, sentences: readonly Sentence[]): string {
  let text = insight
  for (const sentence of sentences) {
    const longer = `${text} ${sentence.text}`
    if (longer.length <= MAX_INSIGHT_LENGTH) text = longer
  }
  return text
}

/**
 * Writes the insights of parlays as computed sentences. A configured model chooses further computed sentences
 * on the leg with the highest probability. Never throws.
 */
export async function writeInsights(
  parts: InsightPorts,
  parlays: readonly AssessedParlay[],
): Promise<ParlayInsights[]> {
  const chosenSentences = await chooseLegSentences(
    parts,
    parlays.flatMap(({ legs }) => legs.slice(0, 1)),
  )
  return parlays.map(({ legs, figures }) => {
    const insights = insightsOf(figures, legs.map(factsOf))
    const [first] = legs
    const primary = appendSentences(insights.primary, (first && chosenSentences.get(first)) ?? [])
    const wording = primary === insights.primary ? 'engine' : 'model'
    return { insights: { ...insights, primary }, wording }
  })
}

/** Legs that the trend sentence names. */
const TREND_LEGS = 2
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
function sharedGameSentence(
  { overallConfidence, independent }: ParlayFigures,
  direction: 'lifts' | 'lowers',
): string | null {
  const effect = overallConfidence - independent
  const actual = effect > 0 ? 'lifts' : 'lowers'
  if (Math.abs(effect) < LEAST_EFFECT || actual !== direction) return null
  return `That legs share a game ${direction} it: unconnected legs would all hit with ${oneDecimal(independent)}%.`
}

const strength = (figures: ParlayFigures, legs: readonly LineFacts[]): string =>
  sentences([
    `${legs.length === 2 ? 'Both' : `All ${legs.length}`} legs hit with ${oneDecimal(figures.overallConfidence)}% (${percents(figures.interval)}).`,
    sharedGameSentence(figures, 'lifts'),
    legs[0] ? `Its likeliest leg is ${legWords(legs[0])}.` : null,
  ])

const rateOf = (facts: LineFacts): number => won(facts.window, facts) / Math.max(1, facts.window.games)

function trend(legs: readonly LineFacts[]): string {
  const trends = legs
    .filter(({ window }) => window.games > 0)
    .toSorted((a, b) => rateOf(b) - rateOf(a))
    .slice(0, TREND_LEGS)
    .map((facts) => {
      const form = formWords(facts)
      const went = ofTheLast(won(facts.window, facts), facts.window, noun(facts))
      return `${facts.name} went ${callWords(facts)} in ${went}${form ? `, and the form is ${form}` : ''}.`
    })
  return trends.length > 0 ? trends.join(' ') : 'No leg has a game of this season to count.'
}

function value({ expectedValue, words, unpriced, breakEven }: ParlayFigures): string | null {
  if (expectedValue === null || breakEven === null)
    return unpriced && `It has no value: ${[unpriced, words].filter(Boolean).join(', ')}.`
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

function risk(figures: ParlayFigures, legs: readonly LineFacts[]): string {
  const weakest = legs.at(-1)
  const interval = weakest && ` (80% interval ${weakest.low}% to ${weakest.high}%)`
  return sentences([
    weakest ? `Its least likely leg is ${legWords(weakest)}${interval}.` : null,
    sharedGameSentence(figures, 'lowers'),
    value(figures),
    unannounced(legs),
  ])
}

/**
 * Writes strength, trend and risk of a parlay as sentences (P9). They contain only figures of the parlay and
 * of its legs.
 * @param legs facts of its legs, highest probability first
 */
export const insightsOf = (figures: ParlayFigures, legs: readonly LineFacts[]): Parlay['insights'] => ({
  primary: strength(figures, legs),
  trend: trend(legs),
  risk: risk(figures, legs),
})

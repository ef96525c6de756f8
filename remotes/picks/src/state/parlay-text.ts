import type { Parlay, ParlayLegWire, PastParlayRow } from '@propsight/shared/contracts'
import {
  asShown,
  findParlayConfidenceStep,
  GATE_CLOSED,
  marketLabel,
  PARLAY_CONFIDENCE_STEPS_PERCENT,
  rulesText,
  supportsEdges,
} from '@propsight/shared/domain'
import { clockText, formatSigned, longDayText, zoneText } from '@propsight/shared/format'
import { lineTags } from './pick-text.ts'

/** '23.4': a percentage with one decimal, without the percent sign. */
export const oneDecimal = (percent: number): string => asShown(percent, 1).toFixed(1)

/** '17.6–29.8'. */
export const intervalText = ({ low, high }: { low: number; high: number }): string =>
  `${oneDecimal(low)}–${oneDecimal(high)}`

/** '0.5 unit', '2 units'; at most two decimals. */
export function unitsText(units: number): string {
  const figure = asShown(units, 2)
  return `${figure} ${figure <= 1 ? 'unit' : 'units'}`
}

/** Value and stake of an entry, or the reasons why it has none. */
type Worth =
  | { pays: number; value: NonNullable<Parlay['expectedValue']>; stake: string; reasons: null }
  | { value: null; reasons: string[] }

/**
 * The value and the stake of an entry. They need a public payout and an open gate, also for parlays of an older API, or of
 * markets whose record supports edges no more.
 */
export function worthOf(parlay: Parlay): Worth {
  const { pays, expectedValue: value, recommendedUnits, words, unpriced, picks } = parlay
  const isPriced = pays !== null && value !== null
  if (!isPriced || !picks.every(({ statType }) => supportsEdges(statType))) {
    const reason = isPriced ? GATE_CLOSED : (unpriced ?? 'no public payout')
    return { value: null, reasons: [reason, words].filter((each) => each !== null) }
  }
  const stake = words ?? (recommendedUnits === null ? 'not known' : unitsText(recommendedUnits))
  return { pays, value, stake, reasons: null }
}

/** How the risk of an earlier parlay states its value, as stored with it. */
const VALUE_SENTENCE = / ?It returns its stake at [^(]*\([^)]*\)[^.]*\./

const INSIGHTS = [
  ['Strength', 'primary'],
  ['Trend', 'trend'],
  ['Risk', 'risk'],
] as const

/** The insights of an entry with their titles, without its value where it has none (`worthOf`). */
export const insightsOf = (parlay: Parlay): { title: string; text: string }[] =>
  INSIGHTS.map(([title, name]) => {
    const text = parlay.insights[name]
    return { title, text: worthOf(parlay).value ? text : text.replace(VALUE_SENTENCE, '').trim() }
  })

/** '3×', '37.5×'. */
export const paysText = (pays: number): string => `${pays}×`

/** 'Over 1.5'. */
export const callText = (leg: Pick<ParlayLegWire, 'bettingRecommendation' | 'bettingLine'>): string =>
  `${leg.bettingRecommendation === 'OVER' ? 'Over' : 'Under'} ${leg.bettingLine}`

/**
 * 'CIN @ COL · 7:05 PM', 'CIN vs COL'; the team alone when the opponent is not known. The time tells the games of a
 * doubleheader apart.
 */
export function matchText({
  team,
  opponent,
  homeAway,
  startsAt,
}: Pick<ParlayLegWire, 'team' | 'opponent' | 'homeAway' | 'startsAt'>): string {
  const match = opponent ? `${team} ${homeAway === 'AWAY' ? '@' : 'vs'} ${opponent}` : team
  return [match, clockText(startsAt ?? null)].filter(Boolean).join(' · ')
}

/** 'times in EDT': the zone of the legs' starts; null if none is known. */
export function legsZoneText(legs: readonly Pick<ParlayLegWire, 'startsAt'>[]): string | null {
  const starts = legs.flatMap(({ startsAt }) => startsAt ?? [])
  return starts.length === 0 ? null : `times in ${zoneText(starts)}`
}

/** 'Total Bases', 'Hits · Demon', 'Hits · Promo'. */
export const legMarket = (leg: Pick<ParlayLegWire, 'statType' | 'oddsType' | 'promo'>): string =>
  [marketLabel(leg.statType), ...lineTags(leg)].join(' · ')

/**
 * The joint confidence as a tag with its threshold in percent: green from 95, yellow from 92, plain from 90,
 * red below.
 */
export function confidenceTag(percent: number): { text: string; tone?: 'good' | 'mid' | 'low' } {
  const [good, mid, least] = PARLAY_CONFIDENCE_STEPS_PERCENT
  const step = findParlayConfidenceStep(percent)
  if (step === null) return { text: `Below ${least}`, tone: 'low' }
  const text = `${step} or more`
  if (step === good) return { text, tone: 'good' }
  return step === mid ? { text, tone: 'mid' } : { text }
}

const [GOOD, MID, LEAST] = PARLAY_CONFIDENCE_STEPS_PERCENT
/**
 * Explains the tag's colours. They do not grade the expected value: an unlikely parlay may still be worth its
 * stake.
 */
export const CONFIDENCE_SCALE = `The badge grades only the chance that all legs hit: green from ${GOOD}%, yellow from ${MID}%, plain from ${LEAST}%, red below. The expected value also counts the payout.`

/** "by PrizePicks' rules of 2026-11-28": how a parlay is valued and settled; older parlays name no rules. */
export const parlayRulesText = ({ book, rulesOf }: Pick<Parlay, 'book' | 'rulesOf'>): string =>
  rulesText(book, rulesOf)

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const SAME = 0.05

/** How legs of the same game change the joint chance: 'two games, correlation +1.5 points (21.9% without)'. */
export function sharingText({ picks, overallConfidence, independent }: Parlay): string {
  const gamePks = picks.flatMap(({ gamePk }) => (gamePk === null ? [] : [gamePk]))
  const games = new Set(gamePks).size
  if (gamePks.length < picks.length) return 'games not all known'
  if (games === picks.length) return `${NUMBERS[games] ?? games} games, one leg each`
  const change = overallConfidence - independent
  const gamesText = `${NUMBERS[games] ?? games} ${games === 1 ? 'game' : 'games'}`
  if (Math.abs(change) < SAME) return `${gamesText}, correlation changes nothing`
  return `${gamesText}, correlation ${formatSigned(change)} points (${oneDecimal(independent)}% without)`
}

/** The day of the last game of a parlay, which is a league day; null if its picks can no longer be read. */
export const parlayDay = ({ details }: Pick<PastParlayRow, 'details'>): string | null =>
  details?.picks
    .map(({ leagueDay }) => leagueDay)
    .toSorted()
    .at(-1) ?? null

/** The date of a parlay, which is the day of its last game: 'July 18, 2026'. */
export function parlayDayText(row: Pick<PastParlayRow, 'details'>): string {
  const day = parlayDay(row)
  return day === null ? 'Unknown day' : longDayText(day)
}

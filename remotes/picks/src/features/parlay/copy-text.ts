import type { Parlay } from '@propsight/shared/contracts'
import { formatSigned } from '@propsight/shared/domain'
import {
  callText,
  intervalText,
  legMarket,
  matchText,
  oneDecimal,
  paysText,
  unitsText,
} from '../../state/parlay-text.ts'

const NOT_GAMBLING = 'Analytics only, not gambling. No accuracy guaranteed.'

/** Payout, expected value and stake, or the reason why there is no expected value. */
function worth({ pays, expectedValue, recommendedUnits, words, unpriced }: Parlay): string {
  if (pays === null || !expectedValue) return `No value: ${unpriced ?? 'no public payout'}`
  const stake = words ?? (recommendedUnits === null ? 'not known' : unitsText(recommendedUnits))
  return `Pays ${paysText(pays)} · Expected value ${formatSigned(expectedValue.value)}% · Recommended ${stake}`
}

/** A parlay as plain text for the clipboard; each probability has its interval. */
export function copyText(parlay: Parlay): string {
  const legs = parlay.picks.map((leg, at) => {
    const { value, low, high } = leg.probability
    const chance = `${Math.round(value)}% (${Math.round(low)}–${Math.round(high)})`
    return `${at + 1}. ${leg.playerName} (${matchText(leg)}): ${callText(leg)} ${legMarket(leg)}, ${chance}`
  })
  const even = parlay.breakEven === null ? '' : `, break-even ${oneDecimal(parlay.breakEven)}%`
  return [
    `Propsight parlay ${parlay.rank}, ${parlay.parlaySize} legs`,
    ...legs,
    `All legs hit: ${oneDecimal(parlay.overallConfidence)}% (${intervalText(parlay.interval)})${even}`,
    worth(parlay),
    NOT_GAMBLING,
  ].join('\n')
}

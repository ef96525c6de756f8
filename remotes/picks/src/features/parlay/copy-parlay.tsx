import type { Parlay } from '@propsight/shared/contracts'
import { formatSigned } from '@propsight/shared/format'
import { Button, Icon } from '@propsight/shared/ui'
import { useEffect, useRef, useState } from 'react'
import type { SharedCard } from '../../components/share.tsx'
import {
  callText,
  intervalText,
  legMarket,
  legsZoneText,
  matchText,
  oneDecimal,
  parlayRulesText,
  paysText,
  worthOf,
} from '../../state/parlay-text.ts'
import styles from './recommendations.module.css'

const NOT_GAMBLING = 'Analytics only, not gambling. No accuracy guaranteed.'

/** Payout, expected value and stake, or the reason why there is no expected value. */
function valueText(parlay: Parlay): string {
  const worth = worthOf(parlay)
  if (worth.reasons) return `No value: ${worth.reasons.join(' · ')}`
  const { pays, value, stake } = worth
  return `Pays ${paysText(pays)} · Expected value ${formatSigned(value.value)}% · Recommended ${stake}`
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
    [`Propsight parlay ${parlay.rank}, ${parlay.parlaySize} legs`, legsZoneText(parlay.picks)]
      .filter(Boolean)
      .join(', '),
    ...legs,
    `All legs hit: ${oneDecimal(parlay.overallConfidence)}% (${intervalText(parlay.interval)})${even}`,
    valueText(parlay),
    `Valued and settled ${parlayRulesText(parlay)}`,
    NOT_GAMBLING,
  ].join('\n')
}

/** A parlay as others see it: its legs, and the joint probability of the time when it was generated. */
export const parlayCard = (parlay: Parlay): SharedCard => ({
  name: 'propsight-parlay',
  title: `${parlay.parlaySize}-leg parlay, all legs hit`,
  lines: parlay.picks.slice(0, 6).map((leg) => `${leg.playerName}: ${callText(leg)} ${legMarket(leg)}`),
  probability: {
    percent: parlay.overallConfidence,
    low: parlay.interval.low,
    high: parlay.interval.high,
    breakEven: parlay.breakEven,
    digits: 1,
  },
  at: parlay.createdAt,
  path: '/scanner',
})

export const COPY_TEXTS = {
  copied: 'Parlay copied',
  refused: 'This browser did not copy it. Select the text and copy it yourself.',
} as const

/** The parlay as selected text, for a browser that denies access to the clipboard. */
function ManualCopy({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <textarea
      ref={field}
      className={styles.byHand}
      readOnly
      rows={6}
      value={text}
      aria-label="Parlay as text"
    />
  )
}

/**
 * The Copy Parlay button. The result is announced inside the dialog, because the rest of the page is hidden
 * from assistive technology while a dialog is open.
 */
export function CopyParlay({ parlay }: { parlay: Parlay }) {
  const [outcome, setOutcome] = useState<keyof typeof COPY_TEXTS | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copyText(parlay))
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  return (
    <>
      <Button onClick={() => void copy()}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
        Copy Parlay
      </Button>
      <span role="status" className={outcome === 'refused' ? styles.notice : 'u-vh'}>
        {outcome && COPY_TEXTS[outcome]}
      </span>
      {outcome === 'refused' && <ManualCopy text={copyText(parlay)} />}
    </>
  )
}

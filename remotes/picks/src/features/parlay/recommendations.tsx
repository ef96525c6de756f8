import type {
  GenerateParlayBody,
  GenerateParlayResponse,
  Parlay,
  ParlayLegWire,
} from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { Button, Call, Dialog, nextEnabled, Tag } from '@propsight/shared/ui'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ShareButtons } from '../../components/share.tsx'
import {
  insightsOf,
  legMarket,
  legsZoneText,
  matchText,
  oneDecimal,
  sharingText,
} from '../../state/parlay-text.ts'
import { CopyParlay, parlayCard } from './copy-parlay.tsx'
import type { ParlayState, ParlayStep } from './parlay-state.ts'
import { ParlayVerdict } from './parlay-verdict.tsx'
import styles from './recommendations.module.css'

type Running = Extract<ParlayState, { phase: 'running' }>

/** The label of a step while it runs. */
export function stepText(step: ParlayStep, { size, picks }: Pick<Running, 'size' | 'picks'>): string {
  switch (step) {
    case 'checking':
      return 'Checking credits and picks'
    case 'generating':
      return `Ranking ${size}-leg parlays from ${picks} picks on the server, and saving the best`
    case 'reading':
      return 'Loading your parlays'
  }
}

/** The label of a left-out pick: 'Jun Arakawa, Hits 0.5'. */
export function pickName(request: GenerateParlayBody, pickId: string): string {
  const pick = request.myPicks.find(({ id }) => id === pickId)
  return pick ? `${pick.name}, ${marketLabel(pick.statType)} ${pick.bettingLine}` : 'A pick'
}

function Leg({ leg }: { leg: ParlayLegWire }) {
  const { value, low, high } = leg.probability
  return (
    <li>
      <div className={styles.who}>
        <b>{leg.playerName}</b>
        <span>{matchText(leg)}</span>
      </div>
      <div className={styles.call}>
        <Call side={leg.bettingRecommendation} line={leg.bettingLine} />
        <span>
          {legMarket(leg)}
          {leg.projectedValue !== null && `, projected ${oneDecimal(leg.projectedValue)}`}
        </span>
      </div>
      <div className={styles.chance}>
        <b className="u-fig">
          {Math.round(value)}
          <small>%</small>
        </b>
        <span title="80% interval">
          {Math.round(low)}–{Math.round(high)}
        </span>
      </div>
    </li>
  )
}

/** The legs with their probabilities, and the joint probability. */
export const ParlayLegs = ({ parlay }: { parlay: Parlay }) => (
  <div className={styles.legs}>
    <ol>
      {parlay.picks.map((leg) => (
        <Leg key={leg.pickId} leg={leg} />
      ))}
    </ol>
    <p className={styles.total}>
      <b>All legs hit</b>
      <span>{[sharingText(parlay), legsZoneText(parlay.picks)].filter(Boolean).join(' · ')}</span>
      <b className="u-fig">
        {oneDecimal(parlay.overallConfidence)}
        <small>%</small>
      </b>
    </p>
  </div>
)

interface ParlayTabsProps {
  parlays: readonly Parlay[]
  chosen: number
  onChoose(at: number): void
  /** Id of the tab panel. */
  panel: string
}

/** One tab per parlay with its rank and joint probability; the arrow keys move between the tabs. */
export function ParlayTabs({ parlays, chosen, onChoose, panel }: ParlayTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const enabled = parlays.map(() => false)
    const next = nextEnabled(event.key, chosen, enabled)
    if (next === null) return
    event.preventDefault()
    onChoose(next)
    const tab = list.current?.children[next]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="Parlays" className={styles.tabs}>
      {parlays.map((parlay, at) => (
        <button
          key={parlay.id}
          id={`${panel}-${at}`}
          type="button"
          role="tab"
          aria-selected={at === chosen}
          aria-controls={panel}
          tabIndex={at === chosen ? 0 : -1}
          onClick={() => onChoose(at)}
          onKeyDown={onKeyDown}
        >
          <span>
            <span className={at === chosen ? undefined : 'u-vh'}>Parlay</span> {parlay.rank}
          </span>{' '}
          <span className="u-fig">
            {oneDecimal(parlay.overallConfidence)}
            <small>%</small>
          </span>{' '}
          {parlay.words && (
            <span className="u-wide">
              <Tag small>{parlay.words}</Tag>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

interface LeftOutProps {
  leftOut: GenerateParlayResponse['leftOut']
  request: GenerateParlayBody
}

/** The picks that could not be a leg, each with its reason. */
export function LeftOut({ leftOut, request }: LeftOutProps) {
  if (leftOut.length === 0) return null
  return (
    <details className={styles.leftOut}>
      <summary>
        {leftOut.length} {leftOut.length === 1 ? 'pick' : 'picks'} left out
      </summary>
      <ul>
        {leftOut.map(({ pickId, reason }) => (
          <li key={pickId}>
            <b>{pickName(request, pickId)}</b>: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface RecommendationsProps {
  answer: GenerateParlayResponse
  request: GenerateParlayBody
  /** The remaining credits; null while unknown. */
  credits: number | null
  onClose(): void
}

const creditsText = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'} left`

/** The generated parlays, one tab each: legs, joint probability against break-even, insights (P9). */
export function Recommendations({ answer, request, credits, onClose }: RecommendationsProps) {
  const [rank, setRank] = useState(0)
  const close = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const parlay = answer.parlays[rank]
  if (!parlay) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title="Parlay Recommendations"
      size="large"
      initialFocus={close}
      footer={
        <div className={styles.foot}>
          <CopyParlay key={parlay.id} parlay={parlay} />
          <ShareButtons card={parlayCard(parlay)} />
          <p className={styles.saved}>
            Saved to Past Parlays{credits !== null && ` · ${creditsText(credits)}`}
          </p>
          <Button ref={close} variant="go" onClick={onClose}>
            Close
          </Button>
        </div>
      }
    >
      <div className={styles.content}>
        <ParlayTabs parlays={answer.parlays} chosen={rank} onChoose={setRank} panel={panel} />
        <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${rank}`} className={styles.panel}>
          <ParlayLegs parlay={parlay} />
          <ParlayVerdict parlay={parlay} />
          <dl className={styles.insights}>
            {insightsOf(parlay).map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <LeftOut leftOut={answer.leftOut} request={request} />
      </div>
    </Dialog>
  )
}

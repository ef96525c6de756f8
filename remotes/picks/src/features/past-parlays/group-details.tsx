import type { ParlayLegWire, TrackLeg } from '@propsight/shared/contracts'
import { clockText, zoneText } from '@propsight/shared/format'
import { Button, Call, Dialog, Tag } from '@propsight/shared/ui'
import { resultOf } from '../../state/leg-text.ts'
import {
  insightsOf,
  intervalText,
  legMarket,
  matchText,
  oneDecimal,
  parlayDayText,
  parlayRulesText,
  worthOf,
} from '../../state/parlay-text.ts'
import type { PastParlay } from './list-parlays.ts'
import styles from './past-parlays.module.css'
import { confidenceText, groupText, legsText, outcomeNote, outcomeOf, valueText } from './stack-card.tsx'

/** One leg: sport, team, recommendation, projected stat line, and result. */
export function GroupLeg({ leg, track }: { leg: ParlayLegWire; track: TrackLeg | null }) {
  const result = track && resultOf(track)
  return (
    <li>
      <div className={styles.who}>
        <b>{leg.playerName}</b>
        <span>
          {leg.sport.toUpperCase()} · {matchText(leg)}
        </span>
      </div>
      <div className={styles.bet}>
        <Call side={leg.bettingRecommendation} line={leg.bettingLine} />
        <span>{legMarket(leg)}</span>
        {leg.projectedStatLine && <span>{leg.projectedStatLine}</span>}
      </div>
      <div className={styles.result}>
        {result && <Tag {...(result.tone && { tone: result.tone })}>{result.word}</Tag>}
        {result?.amount && <span>{result.amount}</span>}
      </div>
    </li>
  )
}

/**
 * One parlay of a group: number, leg count, day of its games, time of saving, confidence, expected value, outcome, legs with results,
 * insights.
 */
export function GroupParlay({ row, legs, number }: PastParlay & { number: number }) {
  const outcome = outcomeOf(row)
  const { details } = row
  const note = outcomeNote({ row, legs })
  return (
    <section className={styles.parlay} aria-label={`Parlay ${number}`}>
      <header>
        <h3>
          Parlay {number} <span>{`${legsText(row.parlay_size)} · ${parlayDayText(row)}`}</span>
        </h3>
        <time dateTime={row.created_at}>{clockText(row.created_at)}</time>
        <Tag {...(outcome.tone && { tone: outcome.tone })}>{outcome.text}</Tag>
      </header>
      <dl className={styles.figures}>
        <div>
          <dt>Confidence</dt>
          <dd>
            <b className="u-fig">{confidenceText(row)}</b>
            {details && ` ${intervalText(details.interval)}`}
          </dd>
        </div>
        <div>
          <dt>Expected Value</dt>
          <dd>
            <b className="u-fig">{valueText(row)}</b>
            {details?.breakEven != null && ` break-even ${oneDecimal(details.breakEven)}`}
            {details && (worthOf(details).reasons ?? [details.words]).map((each) => each && ` · ${each}`)}
          </dd>
        </div>
      </dl>
      <p className={styles.quiet}>
        {[note, details && `Valued and settled ${parlayRulesText(details)}.`].filter(Boolean).join(' ')}
      </p>
      <ol className={styles.legs}>
        {details?.picks.map((leg, at) => (
          <GroupLeg key={leg.pickId} leg={leg} track={legs.get(at + 1) ?? null} />
        ))}
      </ol>
      <dl className={styles.insights}>
        {details &&
          insightsOf(details).map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      {!details && <p className={styles.quiet}>Its picks can no longer be read.</p>}
    </section>
  )
}

interface GroupDetailsProps {
  /** Newest first, at least one. */
  stack: readonly PastParlay[]
  onClose(): void
}

/** Parlay Group Details: all parlays of one stack in full (P10). */
export const GroupDetails = ({ stack, onClose }: GroupDetailsProps) => (
  <Dialog
    open
    onClose={onClose}
    title="Parlay Group Details"
    size="large"
    footer={
      <Button variant="go" onClick={onClose}>
        Close
      </Button>
    }
  >
    <p className={styles.generated}>
      {groupText(stack.length, stack[0]?.row.created_at ?? '')} · times in{' '}
      {zoneText(
        stack.flatMap(({ row }) => [
          row.created_at,
          ...(row.details?.picks ?? []).map(({ startsAt }) => startsAt ?? null),
        ]),
      )}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
    <section className={styles.group} aria-label="Parlays of this group" tabIndex={0}>
      {stack.map(({ row, legs }, at) => (
        <GroupParlay key={row.id} row={row} legs={legs} number={at + 1} />
      ))}
    </section>
  </Dialog>
)

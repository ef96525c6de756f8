import { useReadable } from '@propsight/shared/client'
import type { ParlayLegWire, ShellApi, TrackLeg } from '@propsight/shared/contracts'
import { clockText, zoneText } from '@propsight/shared/format'
import { Button, Call, Dialog, EmptyState, Skeleton, Tag } from '@propsight/shared/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { groupIntoStacks, listParlays, type PastParlay, type PastParlayList } from './list-parlays.ts'
import styles from './past-parlays.module.css'
import {
  confidenceText,
  groupText,
  legsText,
  outcomeNote,
  outcomeOf,
  StackCard,
  valueText,
} from './stack-card.tsx'

/** One leg: sport, team, recommendation, projected stat line, and result. */
function GroupLeg({ leg, track }: { leg: ParlayLegWire; track: TrackLeg | null }) {
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
function GroupParlay({ row, legs, number }: PastParlay & { number: number }) {
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
const GroupDetails = ({ stack, onClose }: GroupDetailsProps) => (
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

const PAGE = 60
/** The job that settles parlays runs each minute. */
const REREAD_MS = 60_000

/** The signed-in user's parlays, newest first; refetched while one of them is pending. */
export function usePastParlays(shell: ShellApi) {
  const user = useReadable(shell.session)
  const [limit, setLimit] = useState(PAGE)
  const query = useQuery(
    {
      queryKey: ['parlays', user?.id ?? null, limit],
      queryFn: () =>
        user ? listParlays(shell.supabase, user.id, limit) : { parlays: [], more: false, unread: 0 },
      placeholderData: keepPreviousData,
      staleTime: 0,
      retry: 1,
      refetchInterval: ({ state }) =>
        state.data?.parlays.some(({ row }) => row.outcome === 'pending') ? REREAD_MS : false,
    },
    shell.queryClient,
  )
  return { ...query, showOlder: () => setLimit((now) => now + PAGE) }
}

/** Shown when loading failed: the list is empty as specified (P10), with a notice and Retry. */
export const NotLoaded = ({ busy, onRetry }: { busy: boolean; onRetry(): void }) => (
  <div className={styles.notLoaded} role="status">
    <p>Past parlays could not be loaded. They are safe on the server.</p>
    <Button busy={busy} onClick={onRetry}>
      Retry
    </Button>
  </div>
)

const CARDS = ['first', 'second', 'third']

/** Placeholders in the final size of the stacks, so that the layout does not shift. */
export const StackSkeletons = () => (
  <div className={styles.stacks} aria-busy="true" role="status" aria-label="Loading past parlays">
    {CARDS.map((card) => (
      <div key={card} className={styles.card}>
        <Skeleton width="40%" height={16} />
        <Skeleton width="60%" height={12} />
        <Skeleton width="70%" height={14} />
        <Skeleton height={12} />
      </div>
    ))}
  </div>
)

export interface PastParlaysProps {
  shell: ShellApi
  onClose(): void
}

interface StacksProps {
  list: PastParlayList
  onOpen(id: string): void
  onOlder(): void
}

function Stacks({ list, onOpen, onOlder }: StacksProps) {
  return (
    <>
      {list.unread > 0 && (
        <p className={styles.quiet} role="status">
          {list.unread} of them could not be read and {list.unread === 1 ? 'is' : 'are'} not shown.
        </p>
      )}
      <p className={styles.quiet}>
        Dates are game days. Times in {zoneText(list.parlays.map(({ row }) => row.created_at))}.
      </p>
      <ul className={styles.stacks}>
        {groupIntoStacks(list.parlays).map((stack) => (
          <StackCard key={stack[0]?.row.id} stack={stack} onOpen={onOpen} />
        ))}
      </ul>
      {list.more && <Button onClick={onOlder}>Show older parlays</Button>}
    </>
  )
}

const stackWith = (list: PastParlayList | undefined, id: string | null): PastParlay[] | null =>
  groupIntoStacks(list?.parlays ?? []).find((stack) => stack.some(({ row }) => row.id === id)) ?? null

/**
 * The user's parlays, newest first. Parlays that were generated together form a stack, which opens its
 * details.
 */
export function PastParlays({ shell, onClose }: PastParlaysProps) {
  const { data, isPending, isError, isFetching, refetch, showOlder } = usePastParlays(shell)
  const [opened, setOpened] = useState<string | null>(null)
  const stack = stackWith(data, opened)
  return (
    <Dialog open onClose={onClose} title="Past Parlays" size="large">
      {isPending && <StackSkeletons />}
      {isError && <NotLoaded busy={isFetching} onRetry={() => void refetch()} />}
      {data?.parlays.length === 0 && !isError && (
        <EmptyState flat icon="bars" title="No Past Parlays">
          Parlays that you generate are kept here, with how each leg ended.
        </EmptyState>
      )}
      {data && data.parlays.length > 0 && <Stacks list={data} onOpen={setOpened} onOlder={showOlder} />}
      {stack && <GroupDetails stack={stack} onClose={() => setOpened(null)} />}
    </Dialog>
  )
}

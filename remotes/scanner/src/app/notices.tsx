import { isApiError } from '@propsight/shared/client'
import type { OddsResponse } from '@propsight/shared/contracts'
import { supportsEdges } from '@propsight/shared/domain'
import { ageText, countText, shortDayText, unreadText } from '@propsight/shared/format'
import { Banner, Button, EmptyState, ErrorState, Hint } from '@propsight/shared/ui'
import { isWithoutSource } from '../state/odds-query.ts'
import type { Row } from '../state/rows.ts'
import type { Board } from '../state/use-board.ts'
import styles from './scanner.module.css'

/** 'read 12 min ago', or that nothing was read. */
export const readText = (data: OddsResponse | null, now: number): string => {
  if (!data?.readAt) return 'not read yet'
  const age = ageText(data.readAt, Math.max(now, Date.parse(data.readAt)))
  return `read ${age ?? 'over a day ago'}`
}

interface NoticesProps {
  board: Board
  stars: { failed: boolean; retry(): void }
  online: boolean
  now: number
}

const Retry = ({ onClick }: { onClick(): void }) => (
  <Button variant="bare" onClick={onClick}>
    Retry
  </Button>
)

/** Lasting states of the shown prices: offline, not refreshed, a problem of the odds service, or without stars. */
export function Notices({ board, stars, online, now }: NoticesProps) {
  const { data, error, refetch } = board
  if (!data) return null
  if (!online)
    return (
      <Banner tone="mid" icon="offline" title="You are offline.">
        These are the last prices, {readText(data, now)}.
      </Banner>
    )
  if (error)
    return (
      <Banner
        tone="mid"
        icon="warning"
        title="The prices could not be refreshed."
        action={<Retry onClick={refetch} />}
      >
        {error.message} These are the last prices, {readText(data, now)}.
      </Banner>
    )
  if (data.problem !== null)
    return (
      <Banner tone="mid" icon="warning">
        {data.problem} These prices were {readText(data, now)}.
      </Banner>
    )
  if (data.unread > 0)
    return (
      <Banner tone="mid" icon="warning" title={unreadText(data.unread, 'prop')}>
        The prices of the other props are complete.
      </Banner>
    )
  if (!stars.failed) return null
  return (
    <Banner
      tone="mid"
      icon="warning"
      title="Your stars could not be loaded."
      action={<Retry onClick={stars.retry} />}
    >
      The prices are not affected.
    </Banner>
  )
}

const GATE_CLOSED = 'Past bets on these markets do not show that they win, so that no side is called an edge.'
const NO_INTERVAL = 'At no price is the profit sure enough: every interval includes a loss.'

/**
 * One banner in place of a note on each prop: no value of the day is an edge, and why.
 * @param rows of the whole day, whatever the filters show
 * @param day null for the current one
 */
export function NoEdge({ rows, day }: { rows: readonly Row[]; day: string | null }) {
  const valued = rows.filter(({ values }) => values.length > 0)
  if (valued.length === 0 || valued.some(({ values }) => values.some(({ edge }) => edge))) return null
  const reason = valued.some(({ prop }) => supportsEdges(prop.stat)) ? NO_INTERVAL : GATE_CLOSED
  return (
    <p className={styles.noEdge} role="status">
      <b>{day ? `No edge on ${shortDayText(day)}.` : 'No edge today.'}</b>{' '}
      <Hint label="Why">
        {reason} {countText(valued.length, 'prop has', 'props have')} a value with its interval, without a
        stake.
      </Hint>
    </p>
  )
}

/** In place of the board: no source of odds, or a failed read. */
export function BoardFailed({ error, online, onRetry }: { error: Error; online: boolean; onRetry(): void }) {
  if (isWithoutSource(error))
    return (
      <EmptyState icon="scanner" title="No source of odds">
        This installation reads no sportsbook, so there are no prices to compare. All other screens work
        without them.
      </EmptyState>
    )
  return (
    <ErrorState
      title="The prices could not be loaded."
      onRetry={onRetry}
      requestId={isApiError(error) ? error.requestId : null}
    >
      {online ? error.message : 'You are offline. Retry when the connection is back.'} No credit was used.
    </ErrorState>
  )
}

interface NoPropsProps {
  filtered: boolean
  /** Number of props of the day. */
  total: number
  onReset(): void
  /** Shows also props without current prices. */
  onAll(): void
}

/** Empty board: the day has no prices, none of them is current, or none passes the filters. */
export function NoProps({ filtered, total, onReset, onAll }: NoPropsProps) {
  if (total > 0 && !filtered)
    return (
      <EmptyState
        icon="scanner"
        title="No current prices"
        action={<Button onClick={onAll}>Show all {countText(total, 'prop')}</Button>}
      >
        No book has confirmed prices of both sides in the last 30 minutes.
      </EmptyState>
    )
  return total > 0 ? (
    <EmptyState
      icon="search"
      title="No prop matches"
      action={<Button onClick={onReset}>Clear filters</Button>}
    >
      {`None of the ${countText(total, 'prop')} matches the filters.`}
    </EmptyState>
  ) : (
    <EmptyState icon="scanner" title="No prices on this day">
      No prices of player props are known for this day. Books usually post them on the morning of the game;
      this page updates automatically.
    </EmptyState>
  )
}

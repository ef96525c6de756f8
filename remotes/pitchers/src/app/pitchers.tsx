import { type ApiClient, PITCHER_PHASES } from '@propsight/shared/contracts'
import type { PitcherStat } from '@propsight/shared/domain'
import { countText, leagueDayText, zoneText } from '@propsight/shared/format'
import { Button, EmptyState, ErrorState, Hint, Progress, useNow } from '@propsight/shared/ui'
import { useEffect, useMemo, useRef } from 'react'
import { useDay } from '../features/day/day-loader.ts'
import { useLines } from '../features/lines/use-lines.ts'
import { Sections } from '../features/sections/sections.tsx'
import { completeIds, type Day } from '../state/day.ts'
import { keepEqualRows, type PitcherRow, rowsOf } from '../state/rows.ts'
import { Notices, readAge } from './notices.tsx'
import styles from './pitchers.module.css'

const YEAR_LENGTH = 4

interface HeadProps {
  day: Day
  takesFocus: boolean
}

/** Heading, date in US Eastern time, zone of the times, and the explanation of the tables (H1). */
export function Head({ day: { date, entries }, takesFocus }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <header className={styles.head}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Today's Pitchers
        </h1>
        <p className={styles.day}>
          {leagueDayText(date)}, {date.slice(0, YEAR_LENGTH)} ET
          {entries && ` · ${countText(entries.length, 'probable pitcher')}`}
          {entries &&
            entries.length > 0 &&
            ` · times in ${zoneText(entries.map(({ pitcher }) => pitcher.gameTime))}`}
        </p>
      </div>
      <p className={styles.explainer}>
        Edge: how far our projection is from the line. From 0.80 the signal is HIGH, from 0.35 MEDIUM.{' '}
        <Hint label="How the edge is measured">
          The projection minus the line in standard deviations of the pitcher’s starts (z), from −3 to +3.
        </Hint>{' '}
        Blue starts went over the line, orange under. Lines are PrizePicks goblins, which take More only, and
        of several the highest; the engine's percentage is its chance of the over. Without a line or an edge,
        the signal is taken from the average (Not Ranked).
      </p>
    </header>
  )
}

const PHASE_NAMES = { strikeouts: 'Strikeouts', 'hits-allowed': 'Hits allowed' } as const
const HUNDRED = 100

/** Progress of the two phases (H6), then the age of the numbers. Its height is constant. */
export function Status({ day, onAgain }: { day: Day; onAgain(): void }) {
  const { entries, reading, readAt, failure } = day
  const now = useNow()
  if (entries === null) {
    return (
      <div className={styles.status}>
        {failure === null || reading !== null ? (
          <Progress label="Loading probable pitchers…" percent={0} />
        ) : (
          <Progress label="Failed" percent={0} state="failed" />
        )}
      </div>
    )
  }
  if (entries.length === 0) return null
  const done = PITCHER_PHASES.map((phase) => completeIds(day, phase).length)
  // After a failure the bar shows where reading will continue.
  const phase = reading ?? (failure && PITCHER_PHASES.find((_, place) => (done[place] ?? 0) < entries.length))
  if (phase) {
    const here = done[PITCHER_PHASES.indexOf(phase)] ?? 0
    const all = done.reduce((sum, count) => sum + count, 0)
    return (
      <div className={styles.status}>
        <Progress
          label={`${PHASE_NAMES[phase]} ${here} of ${entries.length}`}
          percent={(all / (entries.length * PITCHER_PHASES.length)) * HUNDRED}
          state={reading ? 'running' : 'failed'}
        />
      </div>
    )
  }
  return (
    <div className={styles.status}>
      {/* The age is not part of the live region, which would announce it every minute. */}
      <span className="u-muted">
        <span role="status">{readAt ? 'Numbers read' : 'No numbers yet'}</span>
        {readAt && ` ${readAge(readAt, now)}`}
      </span>
      <Button variant="bare" onClick={onAgain}>
        Read again
      </Button>
    </div>
  )
}

interface PitchersProps {
  api: ApiClient
  source: string
  date: string
  /** Cards instead of tables, for windows under 768 px. */
  cards: boolean
  /**
   * Whether the heading takes the focus, after the 'Desktop Only' overlay with the focused button was
   * removed.
   */
  takesFocus: boolean
}

/** A day's probable pitchers against the book's lines. */
export function Pitchers({ api, source, date, cards, takesFocus }: PitchersProps) {
  const { day, retry, again } = useDay(api, source, date)
  const { lines, again: readLinesAgain } = useLines(api, source, date)
  const strikeouts = useMemo(() => rowsOf(day, 'strikeouts', lines.strikeouts), [day, lines])
  const hitsAllowed = useMemo(() => rowsOf(day, 'hits-allowed', lines['hits-allowed']), [day, lines])
  const readAgain = () => {
    again()
    readLinesAgain()
  }
  // After a failed attempt, missing pitchers get no placeholder rows: the notice lists them.
  const trying = day.failure === null || day.reading !== null
  const stateOf = (stat: PitcherStat, rows: PitcherRow[]) => {
    const places = keepEqualRows(day, stat, lines[stat], rows)
    // Until the lines are read, no pitcher can be ranked, and none can be shown as having no line.
    const unread = lines[stat].map === null && lines[stat].failure === null
    const loading = unread || (trying && (day.entries === null || places.some(({ row }) => row === null)))
    return { rows, places: loading && day.entries ? places : null, loading }
  }
  const hasFailed = day.entries === null && !trying
  return (
    <div className="u-page">
      <Head day={day} takesFocus={takesFocus} />
      <Status day={day} onAgain={readAgain} />
      {!hasFailed && <Notices day={day} lines={lines} onRetry={retry} onRetryLines={readLinesAgain} />}
      {hasFailed && day.failure && (
        <ErrorState title={day.failure.title} requestId={day.failure.requestId} onRetry={retry}>
          {day.failure.detail ? `${day.failure.detail} ` : ''}It is retried automatically.
        </ErrorState>
      )}
      {day.entries?.length === 0 && (
        <EmptyState icon="bars" title="No probable pitchers found.">
          Clubs name their starters a day or two ahead; on days without games there are none.
        </EmptyState>
      )}
      {!hasFailed && day.entries?.length !== 0 && (
        <div className={styles.sections}>
          <Sections
            date={date}
            cards={cards}
            isListRead={day.entries !== null}
            strikeouts={stateOf('strikeouts', strikeouts)}
            hitsAllowed={stateOf('hits-allowed', hitsAllowed)}
          />
        </div>
      )}
    </div>
  )
}

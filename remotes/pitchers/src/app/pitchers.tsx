import { type ApiClient, PITCHER_PHASES } from '@propsight/shared/contracts'
import type { PitcherStat } from '@propsight/shared/domain'
import { ageText, countText, leagueDayText, unreadText, zoneText } from '@propsight/shared/format'
import { Banner, Button, EmptyState, ErrorState, Hint, Progress, useNow } from '@propsight/shared/ui'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useDay } from '../features/day/day-loader.ts'
import { LINES_LIMIT } from '../features/lines/fetch-lines.ts'
import { useLines } from '../features/lines/use-lines.ts'
import { Sections } from '../features/sections/sections.tsx'
import { completeIds, type Day } from '../state/day.ts'
import { keepEqualRows, type Lines, type PitcherRow, rowsOf, type StatLines } from '../state/rows.ts'
import styles from './pitchers.module.css'

interface NoticesProps {
  day: Day
  lines: Lines
  onRetry(): void
  onRetryLines(): void
}

const PHASE_NAMES = { strikeouts: 'strikeouts', 'hits-allowed': 'hits allowed' } as const

function watchOnline(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** 'Ann Dow (strikeouts: unknown player)', once per pitcher and reason. */
function missingText({ entries, missing }: Day): string {
  const names = new Map(entries?.map(({ pitcher }) => [pitcher.id, pitcher.name]))
  return missing
    .map(({ id, phase, reason }) => `${names.get(id) ?? `Pitcher ${id}`} (${PHASE_NAMES[phase]}: ${reason})`)
    .join(', ')
}

/** Age of what was read: '3 min ago'. A read after the last tick of the clock has just happened. */
const readAge = (iso: string, now: number): string =>
  ageText(iso, Math.max(now, Date.parse(iso))) ?? 'over a day ago'

/** Consequence of failed lines: earlier lines are shown, or no pitcher is ranked. */
function linesText(failed: readonly StatLines[], now: number): string {
  const readAt = failed.flatMap((each) => (each.map && each.readAt) ?? []).toSorted()[0]
  if (failed.some(({ map }) => map === null) || readAt === undefined)
    return 'Without them no pitcher is ranked by edge; Workhorses are complete.'
  return `These lines were read ${readAge(readAt, now)}.`
}

const Retry = ({ onPress }: { onPress(): void }) => (
  <Button variant="bare" onClick={onPress}>
    Retry
  </Button>
)

/** Lists missing data and failures, with the age of the shown numbers. Empty when all data is complete. */
function Notices({ day, lines, onRetry, onRetryLines }: NoticesProps) {
  const now = useNow()
  const online = useSyncExternalStore(watchOnline, () => navigator.onLine)
  const { failure, missing, readAt, stale, reading } = day
  const since = readAt ? ` These numbers were read ${readAge(readAt, now)}.` : ''
  const failedStats = (['strikeouts', 'hits-allowed'] as const).filter((stat) => lines[stat].failure)
  const cutStats = (['strikeouts', 'hits-allowed'] as const).filter((stat) => lines[stat].leftOut > 0)
  const unreadLines = lines.strikeouts.unread + lines['hits-allowed'].unread
  const linesFailure = failedStats[0] && lines[failedStats[0]].failure
  return (
    <div className={styles.notices}>
      {!online && (
        <Banner icon="offline" title="You are offline.">
          {since} Missing data loads when the connection is back.
        </Banner>
      )}
      {online && failure && !reading && (
        <Banner tone="low" icon="warning" title={failure.title} action={<Retry onPress={onRetry} />}>
          {failure.detail} Some pitchers could not be loaded.{since} It is retried automatically.
        </Banner>
      )}
      {online && stale && !failure && !reading && (
        <Banner
          tone="mid"
          icon="clock"
          title="The stats service cannot be reached."
          action={<Retry onPress={onRetry} />}
        >
          {since} It is retried automatically.
        </Banner>
      )}
      {missing.length > 0 && !reading && (
        <Banner
          tone="mid"
          icon="warning"
          title={`${countText(new Set(missing.map(({ id }) => id)).size, 'pitcher')} could not be loaded.`}
          action={<Retry onPress={onRetry} />}
        >
          {missingText(day)}. It is retried automatically.
        </Banner>
      )}
      {(day.unread ?? 0) > 0 && (
        <Banner
          tone="mid"
          icon="warning"
          title={unreadText(day.unread ?? 0, 'pitcher of the day', 'pitchers of the day')}
        >
          All others are complete.
        </Banner>
      )}
      {unreadLines > 0 && (
        <Banner tone="mid" icon="warning" title={unreadText(unreadLines, 'line')}>
          All other lines are complete.
        </Banner>
      )}
      {cutStats.length > 0 && (
        <Banner tone="mid" icon="warning" title="The book has lines on more pitchers.">
          This page gets one line each of {LINES_LIMIT} pitchers; left out are{' '}
          {cutStats.map((stat) => `${lines[stat].leftOut} of ${PHASE_NAMES[stat]}`).join(' and ')}.
        </Banner>
      )}
      {online && linesFailure && (
        <Banner
          tone="low"
          icon="warning"
          title={`The lines for ${failedStats.map((stat) => PHASE_NAMES[stat]).join(' and ')} could not be loaded.`}
          action={<Retry onPress={onRetryLines} />}
        >
          {linesFailure.title}.{' '}
          {linesText(
            failedStats.map((stat) => lines[stat]),
            now,
          )}{' '}
          They are retried automatically.
        </Banner>
      )}
    </div>
  )
}

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

const PHASE_TITLES = { strikeouts: 'Strikeouts', 'hits-allowed': 'Hits allowed' } as const
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
          label={`${PHASE_TITLES[phase]} ${here} of ${entries.length}`}
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

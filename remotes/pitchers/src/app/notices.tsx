import { ageText, countText, unreadText } from '@propsight/shared/format'
import { Banner, Button, useNow } from '@propsight/shared/ui'
import { useSyncExternalStore } from 'react'
import { LINES_LIMIT } from '../features/lines/fetch-lines.ts'
import type { Day } from '../state/day.ts'
import type { Lines, StatLines } from '../state/lines.ts'
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
export const readAge = (iso: string, now: number): string =>
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
export function Notices({ day, lines, onRetry, onRetryLines }: NoticesProps) {
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

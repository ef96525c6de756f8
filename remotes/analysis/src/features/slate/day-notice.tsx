import { PageLink, useShell } from '@propsight/shared/client'
import type { Slate } from '@propsight/shared/contracts'
import type { SportCode } from '@propsight/shared/domain'
import { countText, leagueDayText } from '@propsight/shared/format'
import { Panel } from '@propsight/shared/ui'
import { useState } from 'react'
import styles from './slate.module.css'

/** 'March 26': a league day without its weekday. */
const dayText = (day: string): string => leagueDayText(day).replace(/^\w+, /, '')

const ASKED_AGAIN = 'We ask again every few seconds, and nothing is charged meanwhile.'

/** What a day without lines is: its name, and when there is something to analyze again. Null for a day with lines. */
export function describeDay(
  { games, lines, next }: Slate,
  sport: SportCode,
): { title: string; text: string } | null {
  if (games === null && lines === null)
    return { title: 'Games and lines cannot be reached right now', text: ASKED_AGAIN }
  if (lines === null) return { title: 'PrizePicks cannot be reached right now', text: ASKED_AGAIN }
  if (games === null)
    return {
      title: 'The schedule cannot be reached right now',
      text: 'Lines can be analyzed, but some may not name their game.',
    }
  const nextText = next && `The next ${countText(next.games, 'game')}: ${leagueDayText(next.date)}.`
  if (games.length === 0 && next?.opensSeason)
    return {
      title:
        sport === 'MLB'
          ? `Season opens ${dayText(next.date)}`
          : `The ${sport} season begins on ${dayText(next.date)}`,
      text: 'Until then there are no games and no lines.',
    }
  if (games.length === 0)
    return { title: 'No games today', text: nextText ?? 'No further games are scheduled.' }
  if (lines.total > 0) return null
  if (games.some(({ status }) => status === 'scheduled'))
    return { title: 'No lines yet', text: 'PrizePicks has not opened today’s games.' }
  return { title: 'All of today’s games have begun', text: nextText ?? 'No further games are scheduled.' }
}

const OVER = { title: 'Lines can be analyzed again', text: 'Everything that was missing is here.' }

interface DayNoticeProps {
  slate: Slate
  sport: SportCode
  /** Address of the track record of the sport's engine; null without one. */
  recordLink: string | null
}

/**
 * A day on which nothing, or not everything, can be analyzed: which of the cases it is, and what is useful meanwhile.
 * Once shown it stays and says that the case is over, so that nothing below moves.
 */
export function DayNotice({ slate, sport, recordLink }: DayNoticeProps) {
  const shell = useShell()
  const current = describeDay(slate, sport)
  const [wasShown, setShown] = useState(false)
  if (current && !wasShown) setShown(true)
  const day = current ?? (wasShown ? OVER : null)
  return (
    <div role="status" className={styles.day}>
      {day && (
        <Panel>
          <b>{day.title}</b>
          <p>{day.text}</p>
          <p className={styles.ways}>
            {recordLink && (
              <PageLink shell={shell} to={recordLink}>
                How our numbers did
              </PageLink>
            )}
            <PageLink shell={shell} to="/picks">
              My Picks and past parlays
            </PageLink>
            <PageLink shell={shell} to="/scanner">
              Odds of sportsbooks
            </PageLink>
          </p>
        </Panel>
      )}
    </div>
  )
}

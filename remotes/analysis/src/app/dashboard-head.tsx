import { PageLink, useReadable, useShell } from '@propsight/shared/client'
import { PITCHERS_PATH } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { ageText, clockText, countText, numberText, zoneText } from '@propsight/shared/format'
import { Button, Icon, useNow } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { costText } from '../features/run/credits.ts'
import { gameDays, leagueDaysText } from '../state/game-time.ts'
import { shownRunAtom, totalLines } from '../state/run.ts'
import { nothingToAnalyzeAtom, settingsAtom, settingsText, sportAtom } from '../state/settings.ts'
import styles from './dashboard.module.css'
import { LeftOutLines } from './empty-states.tsx'
import { useLinkTo } from './use-view-link.ts'

/**
 * Day, games, lines and age of the board, and the zone of its times: 'Friday, July 18 ET · 14 games · 296 lines ·
 * read 2 min ago · times in EDT'.
 */
export function useSummary(): string {
  const { today } = useReadable(useShell().dataSource)
  const run = useAtomValue(shownRunAtom)
  const { lines } = run
  const now = useNow()
  if (!lines) return leagueDaysText([], today)
  const games = new Set(lines.players.flatMap(({ gameId, gameTime, team }) => gameId ?? gameTime ?? team))
    .size
  const starts = lines.players.flatMap(({ gameTime }) => gameTime ?? [])
  const loaded = lines.players.length
  const total = totalLines(run)
  const age = ageText(lines.readAt, Math.max(now, Date.parse(lines.readAt)))
  const read = age && `${lines.stale ? 'the book cannot be reached; last read' : 'read'} ${age}`
  return [
    leagueDaysText(gameDays(lines.players, today), today),
    countText(games, 'game'),
    loaded < total ? `${numberText(loaded)} of ${countText(total, 'line')}` : countText(loaded, 'line'),
    read,
    starts.length > 0 && `times in ${zoneText(starts)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Link to the track record of the engine: its forecasts against the results. */
export const TrackRecordLink = () => (
  <PageLink shell={useShell()} className={styles.record} to={useLinkTo()({ record: true })} data-record>
    How good are these numbers?
  </PageLink>
)

/** Link to the pitchers page. */
export const PitchersLink = () => (
  <PageLink shell={useShell()} className={styles.record} to={PITCHERS_PATH}>
    <span className="u-wide">Today's</span> pitchers
  </PageLink>
)

/** Link to the results of the user's own picks and parlays, a screen of the picks remote. */
const OwnRecordLink = () => (
  <PageLink shell={useShell()} className={styles.record} to="/picks?view=record">
    <span className="u-wide">Your</span> record
  </PageLink>
)

const DOT = <span className="u-wide"> · </span>

function analyzeCost(isFree: boolean, hasNoLines: boolean, category: string): string {
  if (isFree) return 'free'
  return hasNoLines ? 'no lines now' : costText(category)
}

interface HeadProps {
  busy: boolean
  /** When the analysis costs credits again, ms since the epoch; null if it does now. */
  freeUntil: number | null
  onSettings(): void
  onAnalyze(): void
}

/** Heading of the Dashboard: market, age of the lines, the settings as a sentence, and Analyze with its cost. */
export function Head({ busy, freeUntil, onSettings, onAnalyze }: HeadProps) {
  const shell = useShell()
  const settings = useAtomValue(settingsAtom)
  const sport = useAtomValue(sportAtom)
  const { mode, category } = settings
  const signedIn = useReadable(shell.session) !== null
  const summary = useSummary()
  const nothing = useAtomValue(nothingToAnalyzeAtom)
  const { lines } = useAtomValue(shownRunAtom)
  const now = useNow()
  const [endedAt, setEndedAt] = useState<number | null>(null)
  const isFree = freeUntil !== null && freeUntil > now && freeUntil !== endedAt
  const hasNoLines = !isFree && nothing
  const press = () => {
    // The clock above is up to half a minute late. A press on 'free' shows the cost then, and charges nothing.
    if (isFree && freeUntil <= Date.now()) setEndedAt(freeUntil)
    else onAnalyze()
  }
  const sentence = settingsText(settings)
  return (
    <header className={styles.head}>
      <h1>{mode === 'image' ? 'Lines from a picture' : marketLabel(category)}</h1>
      <p className={styles.summary}>
        <span>{summary}</span>{' '}
        <span className={styles.links}>
          {sport === 'MLB' ? <TrackRecordLink /> : `No ${sport} track record`}
          {DOT}
          <OwnRecordLink />
          {DOT}
          {sport === 'MLB' && (
            <>
              <PitchersLink />
              {DOT}
            </>
          )}
          <button type="button" className={styles.record} onClick={() => shell.openOverlay('weather')}>
            Weather
          </button>
        </span>
      </p>
      {lines && <LeftOutLines lines={lines} />}
      <div className={styles.actions}>
        <Button
          className={styles.sentence}
          aria-label={`Settings: ${sentence}`}
          aria-haspopup="dialog"
          onClick={onSettings}
        >
          <Icon name="settings" />
          <span>{sentence}</span>
        </Button>
        {mode !== 'image' && (
          <Button
            variant="go"
            cost={analyzeCost(isFree, hasNoLines, category)}
            title={
              isFree
                ? `You paid for this board: all its odds types and filters are free until ${clockText(freeUntil)}, on all your devices`
                : undefined
            }
            busy={busy}
            disabled={!signedIn || hasNoLines}
            onClick={press}
          >
            Analyze
          </Button>
        )}
      </div>
      {!signedIn && <p role="alert">Sign in to analyze lines.</p>}
    </header>
  )
}

import { Slot, useReadable, useShell } from '@propsight/shared/client'
import { marketLabel, type SportCode } from '@propsight/shared/domain'
import { countText, recentText } from '@propsight/shared/format'
import { Button, Panel } from '@propsight/shared/ui'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { costText } from '../features/run/credits.ts'
import { type BoardSummary, isUnreachable, readBoardSummary } from '../features/run/last-board.ts'
import { createStoredRuns } from '../features/run/stored-runs.ts'
import { DayNotice } from '../features/slate/day-notice.tsx'
import { dayWaiting } from '../features/slate/day-waiting.tsx'
import { FreeSamplesPanel } from '../features/slate/free-samples.tsx'
import { SlateChanges, SlateGames } from '../features/slate/slate-games.tsx'
import { hasNothingToAnalyze, useSlate } from '../features/slate/use-slate.ts'
import { runKey, runsAtom } from '../state/run.ts'
import { nothingToAnalyzeAtom, settingsAtom } from '../state/settings.ts'
import styles from './first-screen.module.css'

/**
 * The user's last complete board. Choosing its settings shows it if it is in memory or its run is live, at no cost;
 * otherwise they are ready for a new analysis.
 */
function LastBoard({ board, userId }: { board: BoardSummary; userId: string }) {
  const choose = useSetAtom(settingsAtom)
  const { settings, readAt, lines } = board
  const { category } = settings
  const inMemory = useAtomValue(runsAtom).get(runKey('quick', category))?.lines
  const isFree = inMemory || createStoredRuns(userId).of({ feature: 'quick', category })?.captured
  if (isUnreachable() && !inMemory) return null
  return (
    <Panel
      title="Your last board"
      className={styles.part}
      actions={
        <Button className={styles.open} onClick={() => choose({ ...settings, mode: 'quick' })}>
          {isFree ? 'Open' : 'Use its settings'}
        </Button>
      }
    >
      <p>
        {[marketLabel(category), recentText(readAt, Date.now()), countText(lines, 'line')].join(' · ')}
        <small>{isFree ? 'Opens without a credit' : `A new analysis: ${costText(category)}`}</small>
      </p>
    </Panel>
  )
}

/** As many places as the product's own remotes fill, until it is known what there is. */
const places = (
  <>
    <span data-pending="" />
    <span data-pending="" />
  </>
)

/**
 * The day before any analysis, and what a user may continue with, below the steps of a first board. Each part is
 * independent of the others, and missing without content (ADR 73).
 * @param recordLink address of the track record of the sport's engine; null without one
 */
export function FirstScreen({ sport, recordLink }: { sport: SportCode; recordLink: string | null }) {
  const { slate, isLoading } = useSlate(sport)
  const shell = useShell()
  const userId = useReadable(shell.session)?.id ?? ''
  /** Undefined until it is read. The other parts follow it, so that none of them moves. */
  const [board, setBoard] = useState<BoardSummary | null>()
  useEffect(() => void readBoardSummary(userId).then(setBoard), [userId])
  const setNothing = useSetAtom(nothingToAnalyzeAtom)
  const hasNothing = hasNothingToAnalyze(slate)
  useEffect(() => {
    setNothing(hasNothing)
    return () => setNothing(false)
  }, [hasNothing, setNothing])
  if (board === undefined || isLoading) return dayWaiting
  return (
    <div className={styles.parts}>
      {slate && (
        <>
          <DayNotice slate={slate} sport={sport} recordLink={recordLink} />
          <SlateGames slate={slate} sport={sport} />
          <FreeSamplesPanel slate={slate} sport={sport} />
          <SlateChanges slate={slate} />
        </>
      )}
      {board && <LastBoard board={board} userId={userId} />}
      <Slot shell={shell} name="dashboard/today" props={{}} placeholder={places} className={styles.slot} />
    </div>
  )
}

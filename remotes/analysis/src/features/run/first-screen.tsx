import { Extension, useReadable, useShell } from '@propsight/shared/client'
import { marketLabel } from '@propsight/shared/domain'
import { countText, recentText } from '@propsight/shared/format'
import { Button, cx, Panel, Skeleton } from '@propsight/shared/ui'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { runKey, runsAtom } from '../../state/run.ts'
import { settingsAtom } from '../../state/settings.ts'
import { costText } from './credits.ts'
import styles from './first-screen.module.css'
import { type BoardSummary, isUnreachable, readBoardSummary } from './last-board.ts'
import { createStoredRuns } from './stored-runs.ts'

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

/** A section of another remote. Its place is reserved until it is known whether there is one. */
const Part = ({ name, className }: { name: string; className?: string | undefined }) => (
  <Extension
    shell={useShell()}
    name={name}
    props={{}}
    placeholder={<Skeleton height="100%" />}
    className={cx(styles.part, className)}
  />
)

/**
 * What a user may continue with, below the steps of a first board. Each part is independent of the others, and
 * missing without content (ADR 73).
 */
export function FirstScreen() {
  const userId = useReadable(useShell().session)?.id ?? ''
  /** Undefined until it is read. The other parts follow it, so that none of them moves. */
  const [board, setBoard] = useState<BoardSummary | null>()
  useEffect(() => void readBoardSummary(userId).then(setBoard), [userId])
  if (board === undefined) return null
  return (
    <div className={styles.parts}>
      <Part name="weather/games-today" className={styles.games} />
      {board && <LastBoard board={board} userId={userId} />}
      <Part name="picks/settled" />
      <Part name="scanner/saved-views" />
    </div>
  )
}

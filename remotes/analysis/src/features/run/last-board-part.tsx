import { marketLabel } from '@propsight/shared/domain'
import { countText, recentText } from '@propsight/shared/format'
import { Button, Panel } from '@propsight/shared/ui'
import { useAtomValue, useSetAtom } from 'jotai'
import { runKey, runsAtom } from '../../state/run.ts'
import { settingsAtom } from '../../state/settings.ts'
import { costText } from './credits.ts'
import styles from './first-screen.module.css'
import { type BoardSummary, isUnreachable } from './last-board.ts'
import { createStoredRuns } from './stored-runs.ts'

/**
 * The user's last complete board. Choosing its settings shows it if it is in memory or its run is live, at no cost;
 * otherwise they are ready for a new analysis.
 */
export function LastBoard({ board, userId }: { board: BoardSummary; userId: string }) {
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

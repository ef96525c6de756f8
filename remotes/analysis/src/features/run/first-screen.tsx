import { Extension } from '@propsight/shared/client'
import { cx, Skeleton } from '@propsight/shared/ui'
import { useEffect, useState } from 'react'
import { useReadable, useShell } from '../../state/shell.tsx'
import styles from './first-screen.module.css'
import { type BoardSummary, readBoardSummary } from './last-board.ts'
import { LastBoard } from './last-board-part.tsx'

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

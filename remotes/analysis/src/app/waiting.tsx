import { useAtomValue } from 'jotai'
import { Board } from '../features/board/board.tsx'
import { CardSkeleton } from '../features/card/card-skeleton.tsx'
import { settingsAtom } from '../state/settings.ts'

/** As many places below the top picks as a screen holds. */
const ROWS = 8
const nothing = () => null

/** Before the lines are known: the board itself with its places empty, so that nothing moves when they are. */
export function Waiting() {
  const { topPicks } = useAtomValue(settingsAtom)
  return (
    <div role="status" aria-label="Loading players">
      <Board
        board={{ ranked: [], unranked: [], waiting: topPicks + ROWS }}
        topPicks={topPicks}
        loading
        top={nothing}
        row={nothing}
        blank={(top) => <CardSkeleton top={top} />}
      />
    </div>
  )
}

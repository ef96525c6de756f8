import type { Line } from '@propsight/shared/contracts'
import { useAtomValue } from 'jotai'
import { Board } from '../features/board/board.tsx'
import { LoadedLinesPlaceholder } from '../features/board/loaded-lines-note.tsx'
import { CardSkeleton } from '../features/card/card-placeholders.tsx'
import { Toolbar } from '../features/filters/toolbar.tsx'
import { settingsAtom } from '../state/settings.ts'
import { FilterSheetPart } from './board-parts.tsx'

/** Placeholder rows below the top picks: as many as fit on a screen. */
const ROWS = 8
const nothing = () => null
const NO_LINES: readonly Line[] = []

/**
 * The board with placeholders until the lines are known. It has the same layout, so that nothing moves on
 * loading.
 */
export function BoardSkeleton() {
  const { mode, topPicks } = useAtomValue(settingsAtom)
  return (
    <>
      <Toolbar
        lines={NO_LINES}
        shown={0}
        total={0}
        loading
        notice={mode === 'ai' ? null : undefined}
        Sheet={FilterSheetPart}
        note={<LoadedLinesPlaceholder />}
      />
      <div role="status" aria-label="Loading players">
        <Board
          raised={[]}
          rest={[]}
          unranked={[]}
          places={[]}
          topPicks={topPicks}
          blankRows={ROWS}
          loading
          top={nothing}
          row={nothing}
          name={nothing}
          waiting={nothing}
          blank={(top) => <CardSkeleton top={top} />}
        />
      </div>
    </>
  )
}

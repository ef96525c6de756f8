import { Banner, Button } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { Board } from '../features/board/board.tsx'
import { CardSkeleton } from '../features/card/card-skeleton.tsx'
import { RowCard } from '../features/card/row-card.tsx'
import { TopCard } from '../features/card/top-card.tsx'
import { SaveButton } from '../features/save/save-button.tsx'
import { useSavedLines } from '../features/save/use-saved-lines.ts'
import { rankBoard } from '../state/rank-board.ts'
import type { RankedLine } from '../state/ranked-line.ts'
import type { RunState } from '../state/run.ts'
import { oddsLabel, settingsAtom } from '../state/settings.ts'

/** The run's lines as cards: what to show comes from the settings, so changing them costs nothing. */
export function ShownBoard({ run, onAnalyze }: { run: RunState; onAnalyze(): void }) {
  const { window, topPicks, oddsType } = useAtomValue(settingsAtom)
  const board = useMemo(() => rankBoard(run, window, oddsType), [run, window, oddsType])
  const saved = useSavedLines(window)
  const action = (card: RankedLine) => (
    <SaveButton card={card} saved={saved.has(card)} onToggle={saved.toggle} />
  )
  const read = run.request?.oddsType ?? 'All'
  return (
    <>
      {read !== 'All' && read !== oddsType && (
        <Banner action={<Button onClick={onAnalyze}>Analyze again</Button>}>
          This board was read with {oddsLabel(read)} lines only.
        </Banner>
      )}
      <Board
        board={board}
        topPicks={topPicks}
        loading={run.phase === 'loading'}
        top={(card) => <TopCard key={card.id} card={card} action={action(card)} />}
        row={(card, state) => <RowCard card={card} action={action(card)} {...state} />}
        blank={(top) => <CardSkeleton top={top} />}
      />
    </>
  )
}

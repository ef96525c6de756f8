import { Banner, Button } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { memo, useMemo } from 'react'
import { Board } from '../features/board/board.tsx'
import type { RowState } from '../features/board/rest-list.tsx'
import { CardSkeleton } from '../features/card/card-skeleton.tsx'
import { RowCard } from '../features/card/row-card.tsx'
import { TopCard } from '../features/card/top-card.tsx'
import { SaveButton } from '../features/save/save-button.tsx'
import { useSavedLines } from '../features/save/use-saved-lines.ts'
import { rankBoard } from '../state/rank-board.ts'
import type { RankedLine } from '../state/ranked-line.ts'
import type { RunState } from '../state/run.ts'
import { oddsLabel, settingsAtom } from '../state/settings.ts'
import { Waiting } from './waiting.tsx'

interface Savable {
  card: RankedLine
  saved: boolean
  onSave(card: RankedLine): void
}

// A scroll or a player who arrives draws the board again; a card that stayed the same is not drawn with it.
const SavableTop = memo(function SavableTop({ card, saved, onSave }: Savable) {
  return <TopCard card={card} action={<SaveButton card={card} saved={saved} onToggle={onSave} />} />
})
const SavableRow = memo(function SavableRow({ card, saved, onSave, open, onToggle }: Savable & RowState) {
  const action = <SaveButton card={card} saved={saved} onToggle={onSave} />
  return <RowCard card={card} action={action} open={open} onToggle={onToggle} />
})

/** The run's lines as cards: what to show comes from the settings, so changing them costs nothing. */
export function ShownBoard({ run, onAnalyze }: { run: RunState; onAnalyze(): void }) {
  const { window, topPicks, oddsType } = useAtomValue(settingsAtom)
  const board = useMemo(() => rankBoard(run, window, oddsType), [run, window, oddsType])
  const saved = useSavedLines(window)
  const savable = (card: RankedLine) => ({ card, saved: saved.has(card), onSave: saved.toggle })
  const read = run.request?.oddsType ?? 'All'
  if (!run.lines) return <Waiting />
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
        top={(card) => <SavableTop key={card.id} {...savable(card)} />}
        row={(card, state) => <SavableRow {...savable(card)} {...state} />}
        blank={(top) => <CardSkeleton top={top} />}
      />
    </>
  )
}

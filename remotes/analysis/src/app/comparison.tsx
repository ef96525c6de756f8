import { useState } from 'react'
import { listMarks } from '../features/card/card-marks.tsx'
import { CompareBar, MIN_COMPARED, type useCompare } from '../features/compare/compare-selection.tsx'
import { SaveButton } from '../features/save/save-button.tsx'
import type { SavedLines } from '../features/save/use-saved-lines.ts'
import { ComparePart } from './board-parts.tsx'
import type { BoardWeather } from './use-board-weather.ts'

interface ComparisonProps {
  comparison: ReturnType<typeof useCompare>
  saved: SavedLines
  weather: BoardWeather
}

/** The bar of the cards selected for comparison, and the comparison dialog. */
export function Comparison({ comparison, saved, weather }: ComparisonProps) {
  const [open, setOpen] = useState(false)
  const { cards, toggle, clear } = comparison
  if (cards.length === 0) return null
  return (
    <>
      <CompareBar cards={cards} onCompare={() => setOpen(true)} onClear={clear} />
      {open && cards.length >= MIN_COMPARED && (
        <ComparePart
          cards={cards}
          marks={(card) => listMarks(card, weather.words(card.line)).map(({ text }) => text)}
          action={(card) => <SaveButton card={card} saved={saved.has(card)} onToggle={saved.toggle} />}
          onRemove={toggle}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

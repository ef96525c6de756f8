import { memo, type ReactNode } from 'react'
import { Card, type CardProps } from '../features/card/card.tsx'
import { CompareButton } from '../features/compare/compare-selection.tsx'
import { SaveButton } from '../features/save/save-button.tsx'
import type { RankedLine } from '../state/ranked-line.ts'

interface BoardCardProps extends Omit<CardProps, 'action' | 'compare'> {
  saved: boolean
  onSave(card: RankedLine): void
  compared: boolean
  onCompare(id: string): void
}

/**
 * A card with its Save and Compare buttons. Memoized: scrolling, filtering and arriving records render the
 * board again, but not its unchanged cards.
 */
export const BoardCard = memo(function BoardCard({
  saved,
  onSave,
  compared,
  onCompare,
  ...shown
}: BoardCardProps): ReactNode {
  const { card } = shown
  return (
    <Card
      {...shown}
      action={<SaveButton card={card} saved={saved} onToggle={onSave} />}
      compare={<CompareButton card={card} chosen={compared} onToggle={onCompare} />}
    />
  )
})

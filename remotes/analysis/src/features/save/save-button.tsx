import { Button, Icon } from '@propsight/shared/ui'
import { memo } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'

interface SaveButtonProps {
  card: RankedLine
  saved: boolean
  onToggle(card: RankedLine): void
}

/** Save, and Saved in the same place and width. A card without a call has no side to save. */
export const SaveButton = memo(function SaveButton({ card, saved, onToggle }: SaveButtonProps) {
  if (!card.call) return null
  return (
    <Button
      pressed={saved}
      aria-pressed={saved}
      aria-label={`Save ${card.line.name}, ${card.call === 'OVER' ? 'over' : 'under'} ${card.line.line} ${card.line.statType}`}
      onClick={() => onToggle(card)}
    >
      <Icon name={saved ? 'check' : 'bookmark'} />
      <span className="u-wide">{saved ? 'Saved' : 'Save'}</span>
    </Button>
  )
})

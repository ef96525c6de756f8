import { Button, Icon } from '@propsight/shared/ui'
import type { RankedLine } from '../../state/ranked-line.ts'

interface SaveButtonProps {
  card: RankedLine
  saved: boolean
  onToggle(card: RankedLine): void
}

/** Save, and Saved in the same place and width. A card without a side has nothing to save. */
export function SaveButton({ card, saved, onToggle }: SaveButtonProps) {
  if (!card.side) return null
  const { name, line, statType } = card.line
  const label = `Save ${name}, ${card.side === 'OVER' ? 'over' : 'under'} ${line} ${statType}`
  return (
    <Button
      pressed={saved}
      aria-pressed={saved}
      // The name holds the word in view, so that it can be spoken to the button.
      aria-label={saved ? `${label}: saved` : label}
      onClick={() => onToggle(card)}
    >
      <Icon name={saved ? 'check' : 'bookmark'} />
      <span className="u-wide">{saved ? 'Saved' : 'Save'}</span>
    </Button>
  )
}

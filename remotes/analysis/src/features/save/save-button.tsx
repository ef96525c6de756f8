import { marketLabel } from '@propsight/shared/domain'
import { Button, Icon } from '@propsight/shared/ui'
import { cardLabel, type RankedLine } from '../../state/ranked-line.ts'

interface SaveButtonProps {
  card: RankedLine
  saved: boolean
  onToggle(card: RankedLine): void
}

/** The Save button, with the same width when saved. Not rendered for a card without a side. */
export function SaveButton({ card, saved, onToggle }: SaveButtonProps) {
  if (!card.side) return null
  const { line, statType } = card.line
  const label = `Save ${cardLabel(card, `${card.side === 'OVER' ? 'over' : 'under'} ${line} ${marketLabel(statType)}`)}`
  return (
    <Button
      pressed={saved}
      aria-pressed={saved}
      // The accessible name contains the visible word, so that voice control can address the button by it.
      aria-label={saved ? `${label}: saved` : label}
      onClick={() => onToggle(card)}
    >
      <Icon name={saved ? 'check' : 'bookmark'} />
      <span className="u-wide">{saved ? 'Saved' : 'Save'}</span>
    </Button>
  )
}

import { Button, Icon } from '@propsight/shared/ui'
import type { RankedLine } from '../../state/ranked-line.ts'

interface CompareButtonProps {
  card: RankedLine
  chosen: boolean
  onToggle(id: string): void
}

/** Adds a card to the comparison, or removes it. */
export const CompareButton = ({ card, chosen, onToggle }: CompareButtonProps) => (
  <Button
    pressed={chosen}
    aria-pressed={chosen}
    aria-label={`Compare ${card.line.name}, ${card.line.line} ${card.line.statType}`}
    onClick={() => onToggle(card.id)}
  >
    {chosen && <Icon name="check" />}
    Compare
  </Button>
)

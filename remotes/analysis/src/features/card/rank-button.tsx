import { cx, Icon } from '@propsight/shared/ui'
import { NO_RANK, type RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

interface RankButtonProps {
  card: RankedLine
  open: boolean
  controls: string
  onToggle(id: string): void
}

/** The place in the order, and under it what opens the hit rates. On a phone the whole row is its target. */
export const RankButton = ({ card, open, controls, onToggle }: RankButtonProps) => (
  <button
    type="button"
    className={cx(styles.rank, 'u-fig')}
    aria-expanded={open}
    aria-controls={controls}
    // The name holds the number in view, so that it can be spoken to the button.
    aria-label={`${card.rank === NO_RANK ? '' : `${card.rank} `}${card.line.name}: hit rates`}
    onClick={() => onToggle(card.id)}
  >
    <span>{card.rank === NO_RANK ? '–' : card.rank}</span>
    <Icon name="chevron-down" />
  </button>
)

import { cx, Icon } from '@propsight/shared/ui'
import { NO_RANK, type RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

interface RankButtonProps {
  card: RankedLine
  open: boolean
  controls: string
  onToggle(id: string): void
}

/** Rank and expand button of the hit rates. On small screens the whole row is the click target. */
export const RankButton = ({ card, open, controls, onToggle }: RankButtonProps) => (
  <button
    type="button"
    className={cx(styles.rank, 'u-fig')}
    aria-expanded={open}
    aria-controls={controls}
    // The accessible name contains the visible rank, so that voice control can address the button by it.
    aria-label={`${card.rank === NO_RANK ? '' : `${card.rank} `}${card.line.name}: hit rates`}
    onClick={() => onToggle(card.id)}
  >
    <span>{card.rank === NO_RANK ? '–' : card.rank}</span>
    <Icon name="chevron-down" />
  </button>
)

import { Button } from '@propsight/shared/ui'
import { LEAST_COMPARED, MOST_COMPARED } from '../../state/compare.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './compare.module.css'

interface CompareBarProps {
  cards: readonly RankedLine[]
  onCompare(): void
  onClear(): void
}

const hint = (count: number): string =>
  count < LEAST_COMPARED ? 'Choose another one to compare' : count < MOST_COMPARED ? '' : 'No more than four'

/** The selected cards, fixed at the bottom of the screen because the cards themselves may be far apart. */
export function CompareBar({ cards, onCompare, onClear }: CompareBarProps) {
  const names = cards.map(({ line }) => line.name).join(', ')
  return (
    <section className={styles.bar} aria-label="Chosen to compare">
      <p>
        <b title={names}>{names}</b>
        <span role="status">{hint(cards.length)}</span>
      </p>
      <Button variant="bare" onClick={onClear}>
        Clear
      </Button>
      <Button disabled={cards.length < LEAST_COMPARED} onClick={onCompare}>
        Compare {cards.length}
      </Button>
    </section>
  )
}

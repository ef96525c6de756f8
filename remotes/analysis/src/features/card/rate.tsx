import { percentText } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

/** Over rate with its counts: a rate never stands alone, and a push is counted beside it. */
export function Rate({ card }: { card: RankedLine }) {
  const { over, under, push, rate } = card.found.counts
  return (
    <div className={styles.rate}>
      <b className="u-fig">
        {rate === null ? '—' : percentText(rate)}
        {rate !== null && <small>%</small>}
      </b>
      <span>
        {over} of {over + under} over{push > 0 && ` · ${push} push`}
      </span>
    </div>
  )
}

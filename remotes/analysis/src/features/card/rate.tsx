import type { OverRate } from '@propsight/shared/domain'
import { percentText } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

/** An over rate together with its counts; pushes are counted separately. */
export const CountedRate = ({ counts: { over, under, push, rate } }: { counts: OverRate }) => (
  <>
    <b className="u-fig">
      {rate === null ? '—' : percentText(rate)}
      {rate !== null && <small>%</small>}
    </b>
    <span>
      {over} of {over + under} over{push > 0 && ` · ${push} push`}
    </span>
  </>
)

/** Over rate of the chosen window with its counts. */
export const Rate = ({ card }: { card: RankedLine }) => (
  <div className={styles.rate}>
    <CountedRate counts={card.found.counts} />
  </div>
)

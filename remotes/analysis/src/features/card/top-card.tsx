import { cx, LineBars } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'
import { Chance, FairLine } from './chance.tsx'
import { LineCall } from './line-call.tsx'
import { Rate } from './rate.tsx'
import { whoText } from './who.ts'

/** One of the first N: raised, with its reasoning in view. */
export function TopCard({ card, action }: { card: RankedLine; action: ReactNode }) {
  const values = card.found.bars.map((bar) => bar.value)
  return (
    <li className={cx(styles.card, styles.top, !card.forecast && styles.bare)}>
      <span className={cx(styles.rank, 'u-fig')}>{card.rank}</span>
      <div className={styles.who}>
        <h3 className={styles.name}>{card.line.name}</h3>
        <span>{whoText(card)}</span>
      </div>
      <LineCall card={card} />
      <div className={styles.ten}>
        <div className="u-wide">
          <LineBars values={values} line={card.line.line} />
        </div>
        <div className="u-narrow">
          <LineBars values={values} line={card.line.line} size="fold" />
        </div>
      </div>
      <Rate card={card} />
      <Chance card={card} />
      <FairLine card={card} />
      <div className={styles.act}>{action}</div>
      <p className={styles.why}>{card.reasoning}</p>
    </li>
  )
}

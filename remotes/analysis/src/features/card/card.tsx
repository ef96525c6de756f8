import { cx, LineBars } from '@propsight/shared/ui'
import { useId } from 'react'
import styles from './card.module.css'
import { CardMarks } from './card-marks.tsx'
import { CardName } from './card-name.tsx'
import type { CardProps } from './card-props.ts'
import { Chance, FairLine } from './card-figures.tsx'
import { LineCall } from './card-parts.tsx'
import { RankButton } from './rank-button.tsx'
import { Rate } from './rate.tsx'
import { RatesTable } from './rates-table.tsx'
import { whoText } from './who.ts'

/** One of the top N cards: shows its reasoning, and expands to the hit rates. */
export function TopCard({ card, href, onOpen, open, onToggle, action, compare, weather }: CardProps) {
  const ratesId = useId()
  const values = card.found.bars.map((bar) => bar.value)
  return (
    <li className={cx(styles.card, styles.top, !card.forecast && styles.bare)} data-card={card.id}>
      <RankButton card={card} open={open} controls={ratesId} onToggle={onToggle} />
      <div className={styles.who}>
        <h3>
          <CardName card={card} href={href} onOpen={onOpen} />
        </h3>
        <span>{whoText(card)}</span>
        <CardMarks card={card} weather={null} />
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
      <div className={styles.act}>
        {action}
        <div className="u-wide">{compare}</div>
      </div>
      <p className={styles.why}>{card.reasoning}</p>
      <p className={styles.around}>{weather}</p>
      <div id={ratesId} className={styles.more} hidden={!open}>
        {open && (
          <div className={styles.opening}>
            <RatesTable card={card} />
            <div className="u-narrow">{compare}</div>
          </div>
        )}
      </div>
    </li>
  )
}

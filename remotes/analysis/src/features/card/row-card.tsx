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
import { gameText, whoText } from './who.ts'

/** A card below the top cards: a row that expands to reasoning, hit rates and Compare. */
export function RowCard({ card, href, onOpen, open, onToggle, action, compare, weather }: CardProps) {
  const moreId = useId()
  return (
    <div
      className={cx(styles.card, styles.row, !card.forecast && styles.bare)}
      data-card={card.id}
      data-opened={open || undefined}
    >
      <RankButton card={card} open={open} controls={moreId} onToggle={onToggle} />
      <div className={styles.who}>
        <CardName card={card} href={href} onOpen={onOpen} />
        <span className="u-wide">{whoText(card)}</span>
        <span className="u-narrow">{gameText(card)}</span>
        <span className="u-wide">
          <CardMarks card={card} weather={weather} />
        </span>
        <span className="u-narrow">
          <CardMarks card={card} weather={null} warnings />
        </span>
      </div>
      <LineCall card={card} />
      <div className={styles.ten}>
        <LineBars values={card.found.bars.map((bar) => bar.value)} line={card.line.line} />
      </div>
      <Rate card={card} />
      <Chance card={card} />
      <FairLine card={card} />
      <div className={styles.act}>{action}</div>
      <div id={moreId} className={cx(styles.more, styles.opened)} hidden={!open}>
        <p className={styles.why}>{card.reasoning}</p>
        {open && (
          <>
            <div className={cx(styles.whole, 'u-narrow')}>
              {whoText(card)}
              <CardMarks card={card} weather={weather} />
            </div>
            <div className={styles.opening}>
              <RatesTable card={card} />
              {compare}
            </div>
          </>
        )}
      </div>
    </div>
  )
}

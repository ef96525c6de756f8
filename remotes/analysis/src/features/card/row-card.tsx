import { cx, LineBars } from '@propsight/shared/ui'
import { type ReactNode, useId } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'
import { Chance, FairLine } from './chance.tsx'
import { LineCall } from './line-call.tsx'
import { Rate } from './rate.tsx'
import { gameText, whoText } from './who.ts'

interface RowCardProps {
  card: RankedLine
  action: ReactNode
  open: boolean
  onToggle(id: string): void
}

/** One of the rest: a row on the page, its reasoning on opening. */
export function RowCard({ card, action, open, onToggle }: RowCardProps) {
  const whyId = useId()
  return (
    <div className={cx(styles.card, styles.row, !card.forecast && styles.bare)}>
      <span className={cx(styles.rank, 'u-fig')}>{card.rank}</span>
      <button
        type="button"
        className={styles.who}
        aria-expanded={open}
        aria-controls={whyId}
        onClick={() => onToggle(card.id)}
      >
        <b className={styles.name}>{card.line.name}</b>
        <span className="u-wide">{whoText(card)}</span>
        <span className="u-narrow">{gameText(card)}</span>
      </button>
      <LineCall card={card} />
      <div className={styles.ten}>
        <LineBars values={card.found.bars.map((bar) => bar.value)} line={card.line.line} />
      </div>
      <Rate card={card} />
      <Chance card={card} />
      <FairLine card={card} />
      <div className={styles.act}>{action}</div>
      <p id={whyId} className={cx(styles.why, styles.opened)} hidden={!open}>
        <span className={cx(styles.whole, 'u-narrow')}>{whoText(card)}</span>
        {card.reasoning}
      </p>
    </div>
  )
}

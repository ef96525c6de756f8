import type { DayGame } from '@propsight/shared/contracts'
import { cx, LineBars } from '@propsight/shared/ui'
import { type ReactNode, useId } from 'react'
import { figureSide, type RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'
import { Chance, FairLine, Rate, RatesTable } from './card-figures.tsx'
import { CardMarks, CardPrice, WeatherMark } from './card-marks.tsx'
import { CardName, gameText, LineCall, playerText, RankButton } from './card-parts.tsx'

export interface CardProps {
  card: RankedLine
  /** URL of the detail view, so that it can be opened in a new tab. */
  href: string
  onOpen(card: RankedLine): void
  /** Whether the hit rates (and the reasoning of a row) are expanded. */
  open: boolean
  onToggle(id: string): void
  /** The Save button. */
  action: ReactNode
  /** The Compare button. */
  compare: ReactNode
  /** The game whose weather is shown; null while it is unknown. */
  game: DayGame | null
}

/** A card below the top cards: a row that expands to reasoning, weather, hit rates and Compare. */
export function RowCard({ card, href, onOpen, open, onToggle, action, compare, game }: CardProps) {
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
        <span className="u-wide">{playerText(card)}</span>
        <span className="u-narrow">{gameText(card)}</span>
        <CardMarks card={card} game={null} className="u-wide" />
        <CardMarks card={card} game={null} warnings className="u-narrow" />
      </div>
      <LineCall card={card}>
        <CardPrice card={card} className={cx(styles.price, 'u-wide')} />
      </LineCall>
      <LineBars
        values={card.found.bars.map((bar) => bar.value)}
        line={card.line.line}
        side={figureSide(card)}
        className={styles.ten ?? ''}
      />
      <Rate card={card} />
      <Chance card={card} />
      <FairLine card={card} />
      <div className={styles.act}>{action}</div>
      {open && (
        <div id={moreId} className={cx(styles.more, styles.opened)}>
          <p className={styles.why}>{card.reasoning}</p>
          <div className={styles.whole}>
            {playerText(card)}
            <CardMarks card={card} game={game} />
            <CardPrice card={card} />
          </div>
          <div className={styles.opening}>
            <RatesTable card={card} />
            {compare}
          </div>
        </div>
      )}
    </div>
  )
}

/** One of the top N cards: shows its reasoning, and expands to the hit rates. */
export function TopCard({ card, href, onOpen, open, onToggle, action, compare, game }: CardProps) {
  const ratesId = useId()
  const values = card.found.bars.map((bar) => bar.value)
  return (
    <li className={cx(styles.card, styles.top, !card.forecast && styles.bare)} data-card={card.id}>
      <RankButton card={card} open={open} controls={ratesId} onToggle={onToggle} />
      <div className={styles.who}>
        <h3>
          <CardName card={card} href={href} onOpen={onOpen} />
        </h3>
        <span>{playerText(card)}</span>
        <CardMarks card={card} game={null} />
      </div>
      <LineCall card={card} />
      <div className={styles.ten}>
        <div className="u-wide">
          <LineBars values={values} line={card.line.line} side={figureSide(card)} />
        </div>
        <div className="u-narrow">
          <LineBars values={values} line={card.line.line} side={figureSide(card)} size="fold" />
        </div>
      </div>
      <Rate card={card} />
      <Chance card={card} />
      <FairLine card={card} worded />
      <div className={styles.act}>
        {action}
        <div className={styles.beside}>{compare}</div>
      </div>
      <p className={styles.why}>{card.reasoning}</p>
      <p className={styles.around}>
        <CardPrice card={card} />
        {game && <WeatherMark game={game} />}
      </p>
      {open && (
        <div id={ratesId} className={styles.more}>
          <div className={styles.opening}>
            <RatesTable card={card} />
            <div className={styles.folded}>{compare}</div>
          </div>
        </div>
      )}
    </li>
  )
}

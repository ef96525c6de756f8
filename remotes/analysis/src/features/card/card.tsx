import type { DayGame } from '@propsight/shared/contracts'
import { sideCountsText } from '@propsight/shared/domain'
import { cx, LineBars } from '@propsight/shared/ui'
import { type ReactNode, useId } from 'react'
import { figureSide, type RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'
import { Chance, FairLine, Price, RatesTable, Value } from './card-figures.tsx'
import { CardActions, CardMarks } from './card-marks.tsx'
import { CardName, ClubMark, LineCall, playerText, RankButton } from './card-parts.tsx'

export interface CardProps {
  card: RankedLine
  /** One of the top N cards: raised, and a list item of its own. */
  top: boolean
  /** URL of the detail view, so that it can be opened in a new tab. */
  href: string
  onOpen(card: RankedLine): void
  /** Whether the details are expanded. */
  open: boolean
  onToggle(id: string): void
  /** The Save button. */
  action: ReactNode
  /** The Compare button. */
  compare: ReactNode
  /** The game whose weather is shown; null while it is unknown. */
  game: DayGame | null
}

/**
 * A line in one row: player, call, price with its book, probability, value, last ten games. It expands to the
 * reasoning, marks, hit rates and Compare. The reasoning of a recommendation of AI mode is always shown.
 */
export function Card({ card, top, href, onOpen, open, onToggle, action, compare, game }: CardProps) {
  const moreId = useId()
  const { line, found, advised, reasoning } = card
  const side = figureSide(card)
  const name = <CardName card={card} href={href} onOpen={onOpen} />
  const Element = top ? 'li' : 'div'
  return (
    <Element
      className={cx(styles.card, top ? styles.top : styles.row)}
      data-card={card.id}
      data-opened={open || undefined}
    >
      <RankButton card={card} open={open} controls={moreId} onToggle={onToggle} />
      <ClubMark line={line} />
      <div className={styles.who}>
        {top ? <h3>{name}</h3> : name}
        <span>{playerText(card)}</span>
        <CardMarks card={card} game={null} warnings />
      </div>
      <LineCall card={card} />
      <Price card={card} />
      <Chance card={card} />
      <Value card={card} />
      <div className={styles.ten}>
        <LineBars
          values={found.bars.map(({ value }) => value)}
          line={line.line}
          side={side}
          className={styles.bars ?? ''}
        />
        <span>{sideCountsText(found.counts, side)}</span>
      </div>
      <div className={styles.act}>{action}</div>
      {advised && <p className={styles.why}>{reasoning}</p>}
      {open && (
        <div id={moreId} className={styles.more}>
          {!advised && <p className={styles.why}>{reasoning}</p>}
          <div className={styles.whole}>
            <span>{playerText(card)}</span>
            <CardMarks card={card} game={game} />
            <CardActions card={card} />
            <FairLine card={card} />
          </div>
          <div className={styles.opening}>
            <RatesTable card={card} />
            {compare}
          </div>
        </div>
      )}
    </Element>
  )
}

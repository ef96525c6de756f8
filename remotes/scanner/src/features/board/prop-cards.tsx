import { memo, type ReactNode, type Ref, useSyncExternalStore } from 'react'
import type { Row } from '../../state/rows.ts'
import styles from './board.module.css'
import {
  ChanceCell,
  detailId,
  GameHead,
  LineCell,
  NoVigCell,
  PlayerCell,
  PriceCell,
  SideMark,
  StarCell,
  ValueCell,
} from './cells.tsx'
import { type PropListProps, PropTable, startsGame, useVirtualRows } from './prop-table.tsx'

/** Height of a collapsed card with its gap in pixels, equal to the style sheet's. */
const CARD_PX = 112

interface CardProps {
  row: Row
  index: number
  count: number
  open: boolean
  headed: boolean
  detail: ReactNode
  measure: Ref<HTMLLIElement>
}

const Card = memo(function Card({ row, index, count, open, headed, detail, measure }: CardProps) {
  return (
    <li
      ref={measure}
      data-index={index}
      data-card={row.id}
      className={styles.place}
      aria-posinset={index + 1}
      aria-setsize={count}
    >
      {headed && (
        <h2 className={styles.game}>
          <GameHead event={row.event} />
        </h2>
      )}
      <div className={styles.card}>
        <div className={styles.top}>
          <div className={styles.player}>
            <PlayerCell row={row} open={open} />
          </div>
          <div className={styles.lineColumn}>
            <LineCell row={row} />
          </div>
          <div className={styles.starColumn}>
            <StarCell row={row} />
          </div>
        </div>
        <div className={styles.pair}>
          <div className={styles.chance}>
            <div className="u-label">Probability</div>
            <ChanceCell row={row} />
          </div>
          <div>
            <div className="u-label">No-vig</div>
            <NoVigCell row={row} />
          </div>
          <div>
            <div className="u-label">
              Best <SideMark side="over" />
            </div>
            <PriceCell row={row} side="over" />
          </div>
          <div>
            <div className="u-label">
              Best <SideMark side="under" />
            </div>
            <PriceCell row={row} side="under" />
          </div>
        </div>
        {row.values.length > 0 && (
          <div className={styles.worth}>
            <span className="u-label">Expected value</span>
            <ValueCell row={row} />
          </div>
        )}
        {open && (
          <div id={detailId(row)} className={styles.detail}>
            {detail}
          </div>
        )}
      </div>
    </li>
  )
})

/** The props as cards, for phones. Only the cards near the viewport are rendered. */
export function PropCards({ rows, open, grouped, detail }: PropListProps) {
  const { list, items, above, below, measure } = useVirtualRows<HTMLUListElement>(rows, CARD_PX, open)
  return (
    <ul ref={list} aria-label="Props" style={{ paddingTop: above, paddingBottom: below }}>
      {items.map(({ index }) => {
        const row = rows[index]
        const isOpen = row?.id === open
        return (
          row && (
            <Card
              key={row.id}
              row={row}
              index={index}
              count={rows.length}
              open={isOpen}
              headed={grouped && startsGame(rows, index)}
              detail={isOpen ? detail(row) : null}
              measure={measure}
            />
          )
        )
      })}
    </ul>
  )
}

const query = (text: string) => (typeof matchMedia === 'function' ? matchMedia(text) : null)

/** Whether a media query applies; false where the browser has none. @param text such as '(max-width: 767px)' */
export const useMedia = (text: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = query(text)
      media?.addEventListener('change', onChange)
      return () => media?.removeEventListener('change', onChange)
    },
    () => query(text)?.matches ?? false,
  )

/** The props: a table, and cards in windows that are too narrow for it. */
export const PropList = (props: PropListProps) =>
  useMedia('(max-width: 1023px)') ? <PropCards {...props} /> : <PropTable {...props} />

import { Select } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import type { Place } from '../../state/rank-board.ts'
import type { RankedLine, UnrankedLine } from '../../state/ranked-line.ts'
import { SORTS, type Sort } from '../../state/view.ts'
import styles from './board.module.css'
import { ColumnLabels } from './column-labels.tsx'
import { NotRanked } from './not-ranked.tsx'
import { RestList } from './windowed-list.tsx'
import { useCalmOrder } from './use-stable-order.ts'

export interface BoardProps {
  raised: readonly RankedLine[]
  rest: readonly RankedLine[]
  unranked: readonly UnrankedLine[]
  /** While players are loading: a row per line in the book's order, which arriving records do not change. */
  places: readonly Place[]
  topPicks: number
  /** Number of placeholder rows before the lines are known. */
  blankRows?: number
  loading: boolean
  sort: Sort
  onSort(sort: Sort): void
  top(card: RankedLine): ReactNode
  row(card: RankedLine): ReactNode
  /** Renders the link to the detail view of a card that is not ranked. */
  name(card: RankedLine): ReactNode
  waiting(place: Place): ReactNode
  blank(top: boolean): ReactNode
}

/** React keys of placeholders, which have no identity but their index. */
const places = (count: number): string[] => Array.from({ length: count }, (_, index) => `place-${index}`)

/**
 * The top N cards, and the remaining cards as rows below them. While players are loading, the rows keep the
 * book's order and fill in place. The ranks are applied once, when all records have arrived.
 */
export function Board(props: BoardProps) {
  const { raised, rest, unranked, topPicks, blankRows = 0, loading, sort, onSort } = props
  const { root, arriving } = useCalmOrder(
    loading,
    props.places,
    rest.map(({ id }) => id),
  )
  const restCount = arriving ? arriving.length : rest.length
  return (
    <div ref={root} aria-busy={loading}>
      <ColumnLabels />
      <h2 className="u-vh">Top picks</h2>
      <ol>
        {arriving
          ? places(topPicks).map((place) => <li key={place}>{props.blank(true)}</li>)
          : raised.map(props.top)}
      </ol>
      {restCount + blankRows > 0 && (
        <section aria-labelledby="analysis-also-ranked">
          <header className={styles.also}>
            <h2 id="analysis-also-ranked" className="u-label">
              {arriving ? 'In the book’s order until all are read' : 'Also ranked'}
            </h2>
            <Select<Sort> label="Sort" options={SORTS} value={sort} onChange={onSort} />
          </header>
          <RestList
            label={arriving ? 'Being read' : 'Also ranked'}
            ids={arriving ? arriving.map(({ line }) => line.id) : rest.map(({ id }) => id)}
            blanks={blankRows}
            blank={props.blank(false)}
            draw={(index) => {
              const place = arriving?.[index]
              if (place) return place.card ? props.row(place.card) : props.waiting(place)
              const card = rest[index]
              return card && props.row(card)
            }}
          />
        </section>
      )}
      {!arriving && <NotRanked lines={unranked} name={props.name} />}
    </div>
  )
}

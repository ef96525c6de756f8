import { legBreakEven } from '@propsight/shared/domain'
import { Select } from '@propsight/shared/ui'
import { type ReactNode, useMemo, useState } from 'react'
import type { RankedBoard } from '../../state/rank-board.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './board.module.css'
import { NotRanked } from './not-ranked.tsx'
import { RestList, type RowState } from './rest-list.tsx'
import { SORTS, type Sort, sorted } from './sort.ts'

interface BoardProps {
  board: RankedBoard
  topPicks: number
  loading: boolean
  top(card: RankedLine): ReactNode
  row(card: RankedLine, state: RowState): ReactNode
  blank(top: boolean): ReactNode
}

const PROBABILITY = 'Probability'
/** Of a line that cannot tie, in percent. */
const BREAK_EVEN = (100 * (legBreakEven('standard') ?? 0)).toFixed(1)
const COLUMNS = ['#', 'Player', 'Pick', 'Last 10 against the line', 'Over rate', PROBABILITY, 'Fair line']

/** Blanks have nothing but their place to be told apart by. */
const places = (count: number): string[] => Array.from({ length: count }, (_, index) => `place-${index}`)

/** The first N raised, the rest below them. Places fill as players arrive; none of them moves the others' height. */
export function Board({ board, topPicks, loading, top, row, blank }: BoardProps) {
  const [sort, setSort] = useState<Sort>('chance')
  const { ranked, unranked, waiting } = board
  const rest = useMemo(() => sorted(ranked.slice(topPicks), sort), [ranked, topPicks, sort])
  const raised = ranked.slice(0, topPicks)
  const blankTops = Math.min(topPicks - raised.length, waiting)
  const restCount = rest.length + waiting - blankTops
  return (
    <div aria-busy={loading}>
      <div className={styles.columns} aria-hidden="true">
        {COLUMNS.map((label) => (
          <span key={label} className="u-label">
            {label}
            {label === PROBABILITY && (
              <>
                <i className={styles.even} /> break-even {BREAK_EVEN}
              </>
            )}
          </span>
        ))}
      </div>
      <h2 className="u-vh">Top picks</h2>
      <ol>
        {raised.map(top)}
        {places(blankTops).map((place) => (
          <li key={place}>{blank(true)}</li>
        ))}
      </ol>
      {restCount > 0 && (
        <section aria-labelledby="analysis-also-ranked">
          <header className={styles.also}>
            <h2 id="analysis-also-ranked" className="u-label">
              Also ranked
            </h2>
            <Select<Sort> label="Sort" options={SORTS} value={sort} onChange={setSort} />
          </header>
          <RestList cards={rest} waiting={waiting - blankTops} row={row} blank={blank(false)} />
        </section>
      )}
      <NotRanked lines={unranked} />
    </div>
  )
}

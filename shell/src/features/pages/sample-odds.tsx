import { Call } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import { SAMPLE_BOOKS, SAMPLE_ROWS, type SampleRow } from './scanner-texts.ts'

/** Formats American odds with their sign, using U+2212 for minus. */
const american = (odds: number): string => (odds < 0 ? `−${-odds}` : `+${odds}`)

function Row({ row: { sport, prop, line, odds } }: { row: SampleRow }): ReactElement {
  const best = Math.max(...odds)
  return (
    <tr>
      <th scope="row">
        {prop} <span className="u-dim">{sport}</span>
      </th>
      <td>
        <Call side="OVER" line={line} />
      </td>
      {SAMPLE_BOOKS.map((book, at) => (
        <td key={book} className="u-num u-wide">
          {american(odds[at] ?? best)}
        </td>
      ))}
      <td className="u-num">
        <b>{american(best)}</b> <span className="u-dim">{SAMPLE_BOOKS[odds.indexOf(best)]}</span>
      </td>
    </tr>
  )
}

/** Sample table of the planned scanner. Phones show only the best price. */
export const SampleOdds = (): ReactElement => (
  <table className="u-table">
    <thead>
      <tr>
        <th scope="col">Prop</th>
        <th scope="col">Line</th>
        {SAMPLE_BOOKS.map((book) => (
          <th key={book} scope="col" className="u-num u-wide">
            {book}
          </th>
        ))}
        <th scope="col" className="u-num">
          Best odds
        </th>
      </tr>
    </thead>
    <tbody>
      {SAMPLE_ROWS.map((row) => (
        <Row key={row.sport} row={row} />
      ))}
    </tbody>
  </table>
)

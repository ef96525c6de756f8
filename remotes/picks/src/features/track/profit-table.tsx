import { dateTimeText } from '../../state/parlay-text.ts'
import type { ProfitPoint } from './parlay-record.ts'
import { profitText } from './track-labels.ts'

/** Maximum number of rows; the CSV file has all of them. */
const SHOWN = 100

/** Profit after each parlay, the newest first. */
export function ProfitTable({ profit }: { profit: readonly ProfitPoint[] }) {
  const rows = profit.map((point, at) => ({ ...point, number: at + 1 })).toReversed()
  return (
    <table className="u-table">
      <caption className="u-vh">Profit in units after each parlay, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Ended</th>
          <th scope="col" className="u-num">
            One unit each
          </th>
          <th scope="col" className="u-num">
            Recommended
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, SHOWN).map(({ number, settledAt, flat, recommended }) => (
          <tr key={number}>
            <th scope="row">{dateTimeText(settledAt)}</th>
            <td className="u-num">{profitText(flat)}</td>
            <td className="u-num">{profitText(recommended)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { type HitRateWindow, hitRates } from '@propsight/shared/domain'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'
import { CountedRate } from './rate.tsx'

const WINDOWS: readonly (readonly [HitRateWindow, string])[] = [
  ['last5', 'Last 5'],
  ['last10', 'Last 10'],
  ['last15', 'Last 15'],
  ['last25', 'Last 25'],
  ['season', 'Season'],
]

/** Over rates with counts for the last 5, 10, 15 and 25 games and the season (N10). */
export function RatesTable({ card: { line, record } }: { card: RankedLine }) {
  const found = hitRates(line.statType, line.line, record, { opponent: null, hand: null })
  if (!found.ok) return null
  return (
    <table className={styles.rates}>
      <caption className="u-vh">
        {line.name}: how often over {line.line} {line.statType}
      </caption>
      <thead>
        <tr>
          {WINDOWS.map(([window, label]) => (
            <th key={window} scope="col" className="u-label">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {WINDOWS.map(([window]) => (
            <td key={window}>
              <CountedRate counts={found.value[window]} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

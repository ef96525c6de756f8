import { notRanked } from '@propsight/shared/domain'
import { countText } from '../../state/format.ts'
import type { PitcherRow } from '../../state/rows.ts'
import styles from './sections.module.css'

/** Who is not in a ranked list, and why. */
export function NotRanked({ rows }: { rows: readonly PitcherRow[] }) {
  const left = rows.flatMap((row) => {
    const reason = notRanked(row)
    return reason === null ? [] : [{ row, reason: row.assessment.line === null ? row.why.line : reason }]
  })
  if (left.length === 0) return null
  return (
    <details className={styles.left}>
      <summary>{countText(left.length, 'pitcher')} not ranked</summary>
      <ul>
        {left.map(({ row, reason }) => (
          <li key={row.id}>
            <b>{row.name}</b> <span className="u-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

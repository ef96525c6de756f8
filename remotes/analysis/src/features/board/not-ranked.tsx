import { categoryLabel } from '@propsight/shared/domain'
import { useState } from 'react'
import type { UnrankedLine } from '../../state/ranked-line.ts'
import styles from './board.module.css'

/** Lines without a place in the order, each with its reason: none is dropped in silence. */
export function NotRanked({ lines }: { lines: readonly UnrankedLine[] }) {
  const [open, setOpen] = useState(false)
  if (lines.length === 0) return null
  return (
    <details className={styles.unranked} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Not ranked ({lines.length})</summary>
      {open && (
        <ul>
          {lines.map(({ line, reason }) => (
            <li key={line.id}>
              <b>{line.name}</b> {line.line} {categoryLabel(line.statType)}
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

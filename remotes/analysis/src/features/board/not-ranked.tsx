import { categoryLabel } from '@propsight/shared/domain'
import { EmptyState } from '@propsight/shared/ui'
import { useState } from 'react'
import { countText } from '../../state/format.ts'
import type { UnrankedLine } from '../../state/ranked-line.ts'
import styles from './board.module.css'

/** A board of which no line has a place in the order. */
export const NothingRanked = ({ lines }: { lines: readonly UnrankedLine[] }) => (
  <>
    <EmptyState icon="search" title="No line could be ranked">
      {`The book has ${countText(lines.length, 'line')}, and none could be ranked by game logs. Each has its reason below.`}
    </EmptyState>
    <NotRanked lines={lines} />
  </>
)

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

import { marketLabel } from '@propsight/shared/domain'
import { type ReactNode, useState } from 'react'
import type { RankedLine, UnrankedLine } from '../../state/ranked-line.ts'
import styles from './board.module.css'

interface NotRankedProps {
  lines: readonly UnrankedLine[]
  /** Renders the link to the detail view. */
  name(card: RankedLine): ReactNode
}

/** Lines that are not ranked, each with its reason. No line is omitted silently. */
export function NotRanked({ lines, name }: NotRankedProps) {
  const [open, setOpen] = useState(false)
  if (lines.length === 0) return null
  return (
    <details className={styles.unranked} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Not ranked ({lines.length})</summary>
      {open && (
        <ul>
          {lines.map(({ line, reason, card }) => (
            <li key={line.id}>
              {card ? name(card) : <b>{line.name}</b>} {line.line} {marketLabel(line.statType)}
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

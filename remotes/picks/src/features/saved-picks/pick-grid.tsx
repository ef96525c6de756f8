import type { PickRow, TrackLeg } from '@propsight/shared/contracts'
import { memo } from 'react'
import { PickCard } from './pick-card.tsx'
import styles from './saved-picks.module.css'
import { useWindowGrid } from './use-virtual-grid.ts'

export interface PickGridProps {
  /** In display order. */
  rows: readonly PickRow[]
  /** By the pick's id. */
  legs: ReadonlyMap<string, TrackLeg>
  onOpen(row: PickRow): void
  onDelete(row: PickRow): void
}

/** The grid of pick cards; renders only the cards near the viewport. */
export const PickGrid = memo(function PickGrid({ rows, legs, onOpen, onDelete }: PickGridProps) {
  const { list, start, end, above, below } = useWindowGrid(rows.length)
  return (
    <ul
      ref={list}
      className={styles.grid}
      style={{ paddingBlock: `${above}px ${below}px` }}
      aria-label="Saved picks"
    >
      {rows.slice(start, end).map((row, index) => (
        <PickCard
          key={row.id}
          row={row}
          leg={legs.get(row.id)}
          place={start + index + 1}
          of={rows.length}
          onOpen={onOpen}
          onDelete={onDelete}
        />
      ))}
    </ul>
  )
})

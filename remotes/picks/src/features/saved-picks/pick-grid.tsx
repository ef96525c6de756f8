import type { PickRow, TrackLeg } from '@propsight/shared/contracts'
import { Skeleton } from '@propsight/shared/ui'
import { memo } from 'react'
import type { PickGroupName } from './group-picks.ts'
import { type ExtensionShell, PickCard } from './pick-card.tsx'
import styles from './saved-picks.module.css'
import { useVirtualGrid } from './use-virtual-grid.ts'

const CARDS = ['first', 'second', 'third']

/** Placeholders in the final size of the cards, so that the layout does not shift. */
export const PickSkeletons = () => (
  <div className={styles.grid} aria-busy="true" role="status" aria-label="Loading picks">
    {CARDS.map((card) => (
      <div key={card} className={styles.card}>
        <div className={styles.top}>
          <div className={styles.blank}>
            <Skeleton width="55%" height={16} />
            <Skeleton width="30%" height={10} />
          </div>
          <div className={styles.blank}>
            <Skeleton width={64} height={20} />
            <Skeleton width={64} height={10} />
          </div>
        </div>
        <Skeleton width={96} height={12} />
      </div>
    ))}
  </div>
)

export interface PickGridProps {
  shell: ExtensionShell
  name: PickGroupName
  /** In display order. */
  rows: readonly PickRow[]
  /** Number of picks in the groups above. */
  before: number
  /** By the pick's id. */
  legs: ReadonlyMap<string, TrackLeg>
  /** Ids of the picks that the user chose as legs. */
  marked: ReadonlySet<string>
  onMark(id: string): void
  onOpen(row: PickRow): void
  onDelete(row: PickRow): void
}

/** The cards of one group below its heading; renders only the cards near the viewport. */
export const PickGrid = memo(function PickGrid(props: PickGridProps) {
  const { shell, name, rows, before, legs, marked, onMark, onOpen, onDelete } = props
  const { list, start, end, above, below } = useVirtualGrid(rows.length)
  return (
    <section className={styles.group}>
      <h2>
        {name} <span className="u-dim">{rows.length}</span>
      </h2>
      <ul
        ref={list}
        className={styles.grid}
        style={{ paddingBlock: `${above}px ${below}px` }}
        aria-label={`${name} picks`}
      >
        {rows.slice(start, end).map((row, index) => (
          <PickCard
            key={row.id}
            shell={shell}
            row={row}
            leg={legs.get(row.id)}
            marked={marked.has(row.id)}
            onMark={onMark}
            place={start + index + 1}
            of={rows.length}
            index={before + start + index}
            onOpen={onOpen}
            onDelete={onDelete}
          />
        ))}
      </ul>
    </section>
  )
})

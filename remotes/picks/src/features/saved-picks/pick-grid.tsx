import { isOpenStatus, type PickRow, type TrackLeg } from '@propsight/shared/contracts'
import { Skeleton } from '@propsight/shared/ui'
import { memo, type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react'
import { type ExtensionShell, PickCard } from './pick-card.tsx'
import styles from './saved-picks.module.css'

/** The groups of My Picks in display order, with their headings. */
export const PICK_GROUPS = ['Open', 'Settled', 'Expired'] as const
export type PickGroupName = (typeof PICK_GROUPS)[number]

export interface PickGroup {
  name: PickGroupName
  rows: PickRow[]
  /** Number of picks in the groups above. */
  before: number
}

/**
 * Separates picks that still matter from settled ones and from those that only wait for their removal. A settled
 * pick stays settled when it expires.
 * @param legs forecast records with results, by the pick's id
 * @returns groups that are not empty; the order of the picks is kept
 */
export function groupPicks(
  rows: readonly PickRow[],
  legs: ReadonlyMap<string, Pick<TrackLeg, 'status'>>,
  isExpired: (row: PickRow) => boolean,
): PickGroup[] {
  const nameOf = (row: PickRow): PickGroupName => {
    const status = legs.get(row.id)?.status ?? 'pending'
    if (!isOpenStatus(status)) return 'Settled'
    return isExpired(row) ? 'Expired' : 'Open'
  }
  const byName = Map.groupBy(rows, nameOf)
  const groups: PickGroup[] = []
  let before = 0
  for (const name of PICK_GROUPS) {
    const group = byName.get(name) ?? []
    if (group.length > 0) groups.push({ name, rows: group, before })
    before += group.length
  }
  return groups
}

/** Assumed height of a card with its gap until one has been rendered; equal to the style sheet's. */
export const STRIDE_PX = 146
/** Rows rendered above and below the viewport, so that a fast scroll shows no gap. */
const OVERSCAN_ROWS = 4
/** The rendered range moves in steps of this many rows, so that most scroll events cause no render. */
const STEP_ROWS = 1

interface VisibleRange {
  start: number
  end: number
  columns: number
  stride: number
}

const FIRST: VisibleRange = { start: 0, end: 24, columns: 1, stride: STRIDE_PX }
const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value))

function measureRange(list: HTMLElement, count: number): VisibleRange {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = Math.max(1, gridTemplateColumns.split(' ').filter((each) => each.endsWith('px')).length)
  const card = list.firstElementChild
  const height = card instanceof HTMLElement ? card.offsetHeight : 0
  const stride = height > 0 ? height + (Number.parseFloat(rowGap) || 0) : STRIDE_PX
  const rows = Math.ceil(count / columns)
  const { top } = list.getBoundingClientRect()
  const above = Math.floor(-top / stride) - OVERSCAN_ROWS
  const below = Math.ceil((window.innerHeight - top) / stride) + OVERSCAN_ROWS
  const start = clamp(Math.floor(above / STEP_ROWS) * STEP_ROWS, rows)
  // A group far below the viewport keeps one row, by which its cards are measured.
  const end = Math.max(start + 1, Math.ceil(below / STEP_ROWS) * STEP_ROWS)
  return { start: start * columns, end: clamp(end * columns, count), columns, stride }
}

const same = (a: VisibleRange, b: VisibleRange): boolean =>
  a.start === b.start && a.end === b.end && a.columns === b.columns && a.stride === b.stride

export interface VirtualGrid {
  list: RefObject<HTMLUListElement | null>
  /** The cards from `start` (included) to `end` (excluded) are rendered. */
  start: number
  end: number
  /** Padding in place of the rows that are not rendered, in pixels. */
  above: number
  below: number
}

/**
 * Virtualises a long grid: which cards are near the viewport. All cards have the same height. The number of
 * columns and the height are measured, so that larger fonts and narrow viewports work.
 * @param count number of cards of the whole grid
 */
export function useVirtualGrid(count: number): VirtualGrid {
  const list = useRef<HTMLUListElement>(null)
  const [seen, setSeen] = useState<VisibleRange>(FIRST)
  useLayoutEffect(() => {
    const update = () => {
      if (!list.current) return
      const next = measureRange(list.current, count)
      setSeen((now) => (same(now, next) ? now : next))
    }
    update()
    // Rendered in slices between frames: a fling never waits for cards.
    const follow = () => startTransition(update)
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', update)
    }
  }, [count])
  const { columns, stride } = seen
  const end = Math.min(seen.end, count)
  const start = Math.min(seen.start, end)
  const rowsBelow = Math.ceil(count / columns) - Math.ceil(end / columns)
  return { list, start, end, above: (start / columns) * stride, below: rowsBelow * stride }
}

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

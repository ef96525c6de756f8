import type { ReactNode } from 'react'
import { useGradualRows } from './use-gradual-rows.ts'
import { OVERSCAN_ROWS, useWindowRows } from './use-window-rows.ts'

interface RestListProps {
  label: string
  ids: readonly string[]
  draw(index: number): ReactNode
  /** Rows to keep free after those. */
  blanks: number
  blank: ReactNode
}

/**
 * Everything below the top cards; of a long board only the rows near the screen are drawn. A list of another label is
 * another list: when the ranks come, its rows take the places of the old ones instead of being pushed about the screen.
 */
export function RestList({ label, ids, draw, blanks, blank }: RestListProps) {
  const count = ids.length + blanks
  const { list, start, end, above, below } = useWindowRows(count)
  const { from, to } = useGradualRows(ids, start, end, start + OVERSCAN_ROWS)
  const drawn = (index: number) => index < ids.length && index >= from && index < to
  const indexes = Array.from({ length: end - start }, (_, offset) => start + offset)
  return (
    <ul ref={list} aria-label={label} style={{ paddingTop: above, paddingBottom: below }}>
      {indexes.map((index) => (
        <li key={`${label}: ${ids[index] ?? index}`} aria-setsize={count} aria-posinset={index + 1}>
          {drawn(index) ? draw(index) : blank}
        </li>
      ))}
    </ul>
  )
}

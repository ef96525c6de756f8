import type { ReactNode } from 'react'
import { useGradualRows } from './use-gradual-rows.ts'
import { OVERSCAN_ROWS, useWindowRows } from './use-window-rows.ts'

interface RestListProps {
  label: string
  ids: readonly string[]
  draw(index: number): ReactNode
  /** Number of placeholder rows after the last row. */
  blanks: number
  blank: ReactNode
}

/**
 * The rows below the top cards. On a long board only the rows near the viewport are rendered. The label is
 * part of the React keys: when the ranks are applied, all rows are replaced at once instead of moving one by
 * one.
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

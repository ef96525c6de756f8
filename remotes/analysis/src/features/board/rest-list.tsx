import type { ReactNode } from 'react'
import { useWindowRows } from './use-window-rows.ts'

interface RestListProps {
  label: string
  ids: readonly string[]
  draw(index: number): ReactNode
  /** Rows to keep free after those. */
  blanks: number
  blank: ReactNode
}

/** Everything below the top cards; of a long board only the rows near the screen are drawn. */
export function RestList({ label, ids, draw, blanks, blank }: RestListProps) {
  const count = ids.length + blanks
  const { list, start, end, above, below } = useWindowRows(count)
  const indexes = Array.from({ length: end - start }, (_, offset) => start + offset)
  return (
    <ul ref={list} aria-label={label} style={{ paddingTop: above, paddingBottom: below }}>
      {indexes.map((index) => (
        <li key={ids[index] ?? `blank-${index}`} aria-setsize={count} aria-posinset={index + 1}>
          {index < ids.length ? draw(index) : blank}
        </li>
      ))}
    </ul>
  )
}

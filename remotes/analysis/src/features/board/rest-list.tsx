import { type ReactNode, useState } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import { useWindowRows } from './use-window-rows.ts'

export interface RowState {
  open: boolean
  onToggle(id: string): void
}

interface RestListProps {
  cards: readonly RankedLine[]
  /** Rows whose player is still on the way, after the cards. */
  waiting: number
  row(card: RankedLine, state: RowState): ReactNode
  blank: ReactNode
}

/** Everything below the top cards; of a long board only the rows near the screen are drawn. */
export function RestList({ cards, waiting, row, blank }: RestListProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [onToggle] = useState(() => (id: string) => {
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  })
  const count = cards.length + waiting
  const { list, start, end, above, below } = useWindowRows(count)
  const indexes = Array.from({ length: end - start }, (_, offset) => start + offset)
  return (
    <ul ref={list} aria-label="Also ranked" style={{ paddingTop: above, paddingBottom: below }}>
      {indexes.map((index) => {
        const card = cards[index]
        return (
          <li key={card?.id ?? `blank-${index}`} aria-setsize={count} aria-posinset={index + 1}>
            {card ? row(card, { open: opened.has(card.id), onToggle }) : blank}
          </li>
        )
      })}
    </ul>
  )
}

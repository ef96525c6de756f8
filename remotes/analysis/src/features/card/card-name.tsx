import type { MouseEvent } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

interface CardNameProps {
  card: RankedLine
  href: string
  onOpen(card: RankedLine): void
}

/** Whether a press asks for another tab or window: then the browser does it. */
const isElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey

/** The player's name: a link to the detail view, which opens in place. */
export const CardName = ({ card, href, onOpen }: CardNameProps) => (
  <a
    className={styles.name}
    href={href}
    data-open
    onClick={(event) => {
      if (isElsewhere(event)) return
      event.preventDefault()
      onOpen(card)
    }}
  >
    {card.line.name}
  </a>
)

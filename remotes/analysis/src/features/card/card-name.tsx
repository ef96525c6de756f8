import type { MouseEvent } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

interface CardNameProps {
  card: RankedLine
  href: string
  onOpen(card: RankedLine): void
}

/** Whether a click has a modifier key (new tab or window), which the browser handles. */
const isElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey

/** The player's name as a link to the detail view, which opens in the page. */
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

import type { ReactNode } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'

export interface CardProps {
  card: RankedLine
  /** URL of the detail view, so that it can be opened in a new tab. */
  href: string
  onOpen(card: RankedLine): void
  /** Whether the hit rates (and the reasoning of a row) are expanded. */
  open: boolean
  onToggle(id: string): void
  /** The Save button. */
  action: ReactNode
  /** The Compare button. */
  compare: ReactNode
  /** Weather of the game as text; null while unknown. */
  weather: string | null
}

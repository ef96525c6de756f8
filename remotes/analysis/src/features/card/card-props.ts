import type { ReactNode } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'

export interface CardProps {
  card: RankedLine
  /** Address of the detail view, so that it can be opened in a tab of its own. */
  href: string
  onOpen(card: RankedLine): void
  /** Whether the hit rates (and a row's reasoning) are in view. */
  open: boolean
  onToggle(id: string): void
  /** Save. */
  action: ReactNode
  /** Compare. */
  compare: ReactNode
  /** Of the game, in words; null while it is not known. */
  weather: string | null
}

import type { OddsSide } from '@propsight/shared/domain/odds'
import { createContext, type ReactNode, use } from 'react'
import type { Row } from '../../state/rows.ts'
import type { OddsFormat } from '../../state/settings.ts'

/** What all cells of the board need besides their row. */
export interface CellContext {
  format: OddsFormat
  now: number
  /** Title of a book by its key. */
  bookTitle(book: string): string
  /** Formats a start in the user's time zone. */
  startText(startsAt: string): string
  /** Prices that changed a moment ago, by `priceKey`. */
  changed: ReadonlySet<string>
  /** Whether a live run gives the probabilities of a market. */
  isCovered(stat: string): boolean
  /** Whether headings above the rows name their games. */
  isGrouped: boolean
  /** The button that stars a prop. */
  star(row: Row): ReactNode
  onToggle(id: string): void
}

const Cells = createContext<CellContext | null>(null)
export const CellsProvider = Cells.Provider

/** @throws Error outside of `CellsProvider` */
export function useCells(): CellContext {
  const context = use(Cells)
  if (!context) throw new Error('The cells need a CellsProvider above them')
  return context
}

/** Key of a price in the set of changed prices. */
export const priceKey = (row: Row, side: OddsSide): string => `${side} ${row.id}`

import type { ReactNode } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import type { PlayerRecord } from '../../state/run.ts'

export interface PlayerDetailProps {
  /** The card that was opened. */
  card: RankedLine
  /**
   * All cards of this player on the board, including the opened one. Each gives the initial line of its tab.
   */
  cards: readonly RankedLine[]
  /** The player's record of the run: games, forecasts, game context. */
  record: Exclude<PlayerRecord, { type: 'missing' }>
  /** Number of ranked lines: '1 of 296'. */
  total: number
  /** Label of the board's market as in the menu: 'Total Bases'. */
  category: string
  /** The paid run of the board; null while unknown: the detail data cannot be requested without it. */
  runId: string | null
  /** Whether there is a previous and a next player in the order shown. */
  neighbours: { previous: boolean; next: boolean }
  onMove(step: -1 | 1): void
  onClose(): void
  /** Renders the Save button of a line of the book. */
  action(card: RankedLine): ReactNode
  /** Line-up, availability and weather of the game, if known. */
  marks?: ReactNode
  /**
   * The text about the opened card whose sentences a model chose, and the name of the model. If absent, this
   * page writes the sentences.
   */
  advice?: { text: string; by: string } | null
}

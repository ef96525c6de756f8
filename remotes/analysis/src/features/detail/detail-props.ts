import type { ReactNode } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import type { PlayerRecord } from '../../state/run.ts'

export interface PlayerDetailProps {
  /** The card that was opened. */
  card: RankedLine
  /** Every card of this player on the board, the opened one among them: their tabs begin at their lines. */
  cards: readonly RankedLine[]
  /** His record of the run: games, forecasts, tonight. */
  record: Exclude<PlayerRecord, { type: 'missing' }>
  /** How many lines are ranked: '1 of 296'. */
  total: number
  /** What the board is about, as the menu writes it: 'Total Bases'. */
  category: string
  /** The run that paid for the board; null while it is not known, and then only the games are told. */
  runId: string | null
  /** Whether there is a player before and after this one in the order shown. */
  neighbours: { previous: boolean; next: boolean }
  onMove(step: -1 | 1): void
  onClose(): void
  /** What is to be done with a line of the book: Save. */
  action(card: RankedLine): ReactNode
  /** Line-up, availability and weather of the game, where they are known. */
  marks?: ReactNode
  /** What a model wrote about the opened card, and whose words they are; without it the sentences are computed. */
  advice?: { text: string; by: string } | null
}

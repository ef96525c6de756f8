/** Weights of the log-odds that the displayed probability consists of. */
export interface EvidenceWeights {
  /** Lines that the weights were fitted on, those of each snapshot of a game; 0 for prior values. */
  readonly games: number
  /** With a price: weight of the books' probability without margin. */
  readonly market: number
  /** With a price: weight of the engine. */
  readonly engine: number
  /** Without a price: weight of the engine at the standard line; 0 where the line is all that is known. */
  readonly lineOnly: number
  /** Without a price: log-odds of the over at a standard line at which the engine is even. */
  readonly even: number
  /**
   * Without a price: the engine's log-odds beyond which a standard line is not evidence, because the book chose no such
   * line for its player; null if lines move with the player.
   */
  readonly reach: number | null
  /** Standard deviations, in log-odds, of the errors that the engine's band does not contain. */
  readonly error: { readonly price: number; readonly lineOnly: number }
}

/** Who offers a line: `books` quote prices, a `pickem` book pays the same on either side. */
export const LINE_SOURCES = ['books', 'pickem'] as const
export type LineSource = (typeof LINE_SOURCES)[number]

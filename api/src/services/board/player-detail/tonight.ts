import type { OpenGame } from '../forecast/open-games.ts'

/** A player's next game, or the reason why there is none as a sentence for the screen. */
export type Tonight = { readonly game: OpenGame } | { readonly game: null; readonly reason: string }

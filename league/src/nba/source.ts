import type { BoardLine } from '../world/world.ts'
import type { NbaBox, NbaLine } from './play.ts'
import type { NbaGame } from './season.ts'

/** A league of basketball at any instant: the sample NBA, or a replayed season. */
export interface NbaSource {
  /** The games of a range of days, both included, that are known at an instant. */
  games(days: { readonly from: string; readonly to: string }, now: Date): readonly NbaGame[]
  /** A game by its id; undefined for an unknown one. */
  game(id: number): NbaGame | undefined
  /** The box score of a game at an instant. */
  box(game: NbaGame, now: Date): NbaBox
  /** The players who are out on a day, with the reason. */
  injuries(day: string): readonly { readonly player: NbaLine['player']; readonly injury: string }[]
  /** The book's lines on the games to come. */
  lines(now: Date): BoardLine[]
}

/** A decoded or encoded picture that stands upright, as an earlier step handed it over. */
export interface UprightPicture {
  /** Raw RGB, three bytes a pixel, row by row; or an encoded picture (PNG). */
  data: Uint8Array
  /** Pixels. */
  width: number
  height: number
}

/** Somebody who plays in the league, to compare names with. */
export interface RosterPlayer {
  name: string
  /** The club's code, in whatever spelling. */
  team: string
}

export interface ReadOptions {
  /** Names are set right by it where one of the same club is near; what was changed is doubted. */
  roster?: readonly RosterPlayer[]
}

/** An upright image, decoded or encoded. */
export interface UprightImage {
  /** Raw RGB, three bytes per pixel, row by row; or an encoded image (PNG). */
  data: Uint8Array
  /** Pixels. */
  width: number
  height: number
}

/** A player of the league, to compare recognised names with. */
export interface RosterPlayer {
  name: string
  /** Code of the club, in any known spelling. */
  team: string
}

export interface ReadOptions {
  /** A recognised name is corrected to a similar name of the same club; a corrected name gets a doubt. */
  roster?: readonly RosterPlayer[]
}

import { BAT, BATTING } from './stat-fields.ts'

/** The batting fields that one plate appearance can change, and the bits that each count takes. */
const RECORDED_FIELDS = [
  [BAT.atBats, 1],
  [BAT.hits, 1],
  [BAT.doubles, 1],
  [BAT.triples, 1],
  [BAT.homeRuns, 1],
  [BAT.rbi, 3],
  [BAT.baseOnBalls, 1],
  [BAT.hitByPitch, 1],
  [BAT.strikeOuts, 1],
  [BAT.sacFlies, 1],
  [BAT.sacBunts, 1],
  [BAT.groundIntoDoublePlay, 1],
] as const
/** The batting fields that the table records per plate appearance. */
export const MATCHUP_FIELDS: readonly number[] = [
  BAT.plateAppearances,
  ...RECORDED_FIELDS.map(([field]) => field),
]

const WIDTH = 4

/**
 * Batters against pitchers: one row per plate appearance, with its batting counts. People and games are
 * indices in the world. Half a million rows take four megabytes, and a byte array loads from a file in one
 * read.
 */
export class MatchupTable {
  data: Uint16Array
  length = 0

  constructor(data?: Uint16Array) {
    this.data = data ?? new Uint16Array(WIDTH * 1024)
    if (data) this.length = data.length / WIDTH
  }

  /**
   * Adds a plate appearance.
   * @param addedBy the count that it added to a field of the batting line
   */
  add(batter: number, pitcher: number, game: number, addedBy: (field: number) => number): void {
    const offset = this.length * WIDTH
    if (offset + WIDTH > this.data.length) {
      const grown = new Uint16Array(this.data.length * 2)
      grown.set(this.data)
      this.data = grown
    }
    let packed = 0
    for (const [field, bits] of RECORDED_FIELDS) packed = (packed << bits) | addedBy(field)
    this.data.set([batter, pitcher, game, packed], offset)
    this.length++
  }

  /**
   * Batting counts of a batter against a pitcher: by index of the game in order of play, then by batting
   * field.
   */
  countsByGame(batter: number, pitcher: number): Map<number, number[]> {
    const games = new Map<number, number[]>()
    const { data } = this
    for (let offset = 0; offset < this.length * WIDTH; offset += WIDTH) {
      if (data[offset] !== batter || data[offset + 1] !== pitcher) continue
      const game = data[offset + 2] ?? 0
      const counts = games.get(game) ?? BATTING.map(() => 0)
      games.set(game, counts)
      counts[BAT.plateAppearances] = (counts[BAT.plateAppearances] ?? 0) + 1
      let packed = data[offset + 3] ?? 0
      for (const [field, bits] of RECORDED_FIELDS.toReversed()) {
        counts[field] = (counts[field] ?? 0) + (packed & ((1 << bits) - 1))
        packed >>= bits
      }
    }
    return games
  }

  /** The bytes in use. */
  bytes(): Uint8Array {
    return new Uint8Array(this.data.buffer, this.data.byteOffset, this.length * WIDTH * 2)
  }

  /** Makes a table from the bytes that `bytes` returns. */
  static from(bytes: Uint8Array): MatchupTable {
    // Copied, because a Uint16Array needs an even byte offset and the slice of a file can begin at an odd
    // one.
    return new MatchupTable(new Uint16Array(new Uint8Array(bytes).buffer))
  }
}

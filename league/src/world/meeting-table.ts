import { BAT, BATTING } from './stat-fields.ts'

/** What one plate appearance gives a batter, and how many bits a count of it takes. */
const NOTED = [
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
/** The columns that a meeting tells; of the others it knows nothing. */
export const MEETING_FIELDS: readonly number[] = [BAT.plateAppearances, ...NOTED.map(([field]) => field)]

const WIDTH = 4

/**
 * Who met whom: a row for each plate appearance, with the batter's gain. People and games are indices into the world's.
 * Half a million of them are four megabytes, and bytes load from a file at once.
 */
export class MeetingTable {
  data: Uint16Array
  length = 0

  constructor(data?: Uint16Array) {
    this.data = data ?? new Uint16Array(WIDTH * 1024)
    if (data) this.length = data.length / WIDTH
  }

  /** @param gained by column of a batting line: what this plate appearance added to it */
  add(batter: number, pitcher: number, game: number, gained: (field: number) => number): void {
    const offset = this.length * WIDTH
    if (offset + WIDTH > this.data.length) {
      const grown = new Uint16Array(this.data.length * 2)
      grown.set(this.data)
      this.data = grown
    }
    let packed = 0
    for (const [field, bits] of NOTED) packed = (packed << bits) | gained(field)
    this.data.set([batter, pitcher, game, packed], offset)
    this.length++
  }

  /** Counts by column of what a batter did against a pitcher, by index of the game, in the order of play. */
  between(batter: number, pitcher: number): Map<number, number[]> {
    const games = new Map<number, number[]>()
    const { data } = this
    for (let offset = 0; offset < this.length * WIDTH; offset += WIDTH) {
      if (data[offset] !== batter || data[offset + 1] !== pitcher) continue
      const game = data[offset + 2] ?? 0
      const counts = games.get(game) ?? BATTING.map(() => 0)
      games.set(game, counts)
      counts[BAT.plateAppearances] = (counts[BAT.plateAppearances] ?? 0) + 1
      let packed = data[offset + 3] ?? 0
      for (const [field, bits] of NOTED.toReversed()) {
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

  /** @param bytes as `bytes` gives them */
  static from(bytes: Uint8Array): MeetingTable {
    // A copy: the rows of two bytes begin at any byte of a file.
    return new MeetingTable(new Uint16Array(new Uint8Array(bytes).buffer))
  }
}

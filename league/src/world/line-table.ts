const META = 7
/** Stands for an unknown count. Counts of one game are smaller. */
const UNKNOWN = 255

/** The player, game, club and place in the order of a line. */
export interface LineKey {
  /** Index into the world's people. */
  readonly person: number
  /** Index into the world's games. */
  readonly game: number
  readonly teamId: number
  readonly home: boolean
  /**
   * Batters: ten times the place plus the substitution (10 = lead-off starter, 11 = the substitute).
   * Pitchers: 1, 2, 3 …
   */
  readonly order: number
  /** Numeric position code. */
  readonly position: number
}

/**
 * Game lines of many players in one byte array: a season has about 80,000 lines, and a byte array loads from
 * a file in one read. Each line has its counts twice: in total, and against left-handers; the counts against
 * right-handers are the difference. Counts of one game fit in a byte. An unknown count is NaN when read, and so
 * are its sums.
 */
export class LineTable {
  readonly fieldCount: number
  readonly width: number
  data: Uint8Array
  length = 0

  constructor(fieldCount: number, data?: Uint8Array) {
    this.fieldCount = fieldCount
    this.width = META + 2 * fieldCount
    this.data = data ?? new Uint8Array(this.width * 1024)
    if (data) this.length = data.length / this.width
  }

  /** Adds a line of zeros and returns its offset for `bump` and `at`. */
  add(key: LineKey): number {
    const offset = this.length * this.width
    if (offset + this.width > this.data.length) {
      const grown = new Uint8Array(this.data.length * 2)
      grown.set(this.data)
      this.data = grown
    }
    this.data.fill(0, offset, offset + this.width)
    this.data[offset] = key.person & 0xff
    this.data[offset + 1] = key.person >> 8
    this.data[offset + 2] = key.game & 0xff
    this.data[offset + 3] = key.game >> 8
    this.data[offset + 4] = (key.teamId - 100) * 2 + (key.home ? 1 : 0)
    this.data[offset + 5] = key.order
    this.data[offset + 6] = key.position
    this.length++
    return offset
  }

  /** Adds `by` to a field; `left` marks a left-handed opponent. */
  bump(offset: number, field: number, left: boolean, by = 1): void {
    const at = offset + META + field
    this.data[at] = (this.data[at] ?? 0) + by
    if (left) this.data[at + this.fieldCount] = (this.data[at + this.fieldCount] ?? 0) + by
  }

  /** Marks a field as unknown. */
  markUnknown(offset: number, field: number): void {
    this.data[offset + META + field] = UNKNOWN
  }

  /** The count of a field of the line at an offset. */
  at(offset: number, field: number): number {
    return this.data[offset + META + field] ?? 0
  }

  /** The key of a line, by index. */
  key(line: number): LineKey {
    const offset = line * this.width
    const at = (index: number) => this.data[offset + index] ?? 0
    return {
      person: at(0) | (at(1) << 8),
      game: at(2) | (at(3) << 8),
      teamId: (at(4) >> 1) + 100,
      home: (at(4) & 1) === 1,
      order: at(5),
      position: at(6),
    }
  }

  /** The count of a field of a line, by index; NaN if it is unknown. */
  count(line: number, field: number): number {
    const count = this.data[line * this.width + META + field] ?? 0
    return count === UNKNOWN ? Number.NaN : count
  }

  /** Adds the counts of a line to `into`, by column: against all, left-handed or right-handed opponents. */
  addTo(into: number[] | Float64Array, line: number, side: 'all' | 'left' | 'right' = 'all'): void {
    const start = line * this.width + META
    for (let field = 0; field < this.fieldCount; field++) {
      const all = this.data[start + field] ?? 0
      const left = this.data[start + this.fieldCount + field] ?? 0
      let count = all === UNKNOWN ? Number.NaN : all
      if (side === 'left') count = left
      else if (side === 'right') count = all - left
      into[field] = (into[field] ?? 0) + count
    }
  }

  /** A copy with spare room for more lines. */
  withRoom(lines: number): LineTable {
    const copy = new LineTable(this.fieldCount)
    copy.data = new Uint8Array((this.length + lines) * this.width)
    copy.data.set(this.bytes())
    copy.length = this.length
    return copy
  }

  /** Removes all lines but keeps the memory. */
  clear(): void {
    this.length = 0
  }

  /** The bytes in use. */
  bytes(): Uint8Array {
    return this.data.subarray(0, this.length * this.width)
  }
}

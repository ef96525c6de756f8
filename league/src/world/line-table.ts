const META = 7

/** Who, where and in which place of the order a line was made. */
export interface LineKey {
  /** Index into the world's people. */
  readonly person: number
  /** Index into the world's games. */
  readonly game: number
  readonly teamId: number
  readonly home: boolean
  /** Batting order times ten plus the substitution (10 = lead-off starter, 11 his substitute); order of appearance for pitchers. */
  readonly order: number
  /** Numeric position code. */
  readonly position: number
}

/**
 * Game lines of many players in one byte array: a season is some 80,000 of them, and bytes load from a file at once.
 * Each line keeps its counts twice: in all, and against left-handers; the right-handers' share is the difference.
 * Counts of a game fit a byte.
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

  /** Adds a line of zeros and returns its offset, to be counted on with `bump`. */
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

  /** Counts one up in a field; `left` says that the opponent of the moment was left-handed. */
  bump(offset: number, field: number, left: boolean, by = 1): void {
    const at = offset + META + field
    this.data[at] = (this.data[at] ?? 0) + by
    if (left) this.data[at + this.fieldCount] = (this.data[at + this.fieldCount] ?? 0) + by
  }

  /** What is counted in a field of the line at an offset. */
  at(offset: number, field: number): number {
    return this.data[offset + META + field] ?? 0
  }

  key(line: number): LineKey {
    const o = line * this.width
    const at = (index: number) => this.data[o + index] ?? 0
    return {
      person: at(0) | (at(1) << 8),
      game: at(2) | (at(3) << 8),
      teamId: (at(4) >> 1) + 100,
      home: (at(4) & 1) === 1,
      order: at(5),
      position: at(6),
    }
  }

  count(line: number, field: number): number {
    return this.data[line * this.width + META + field] ?? 0
  }

  /** Counts of a line by column, all opponents or left-handers only, added to `into`. */
  addTo(into: number[] | Float64Array, line: number, side: 'all' | 'left' | 'right' = 'all'): void {
    const start = line * this.width + META
    for (let field = 0; field < this.fieldCount; field++) {
      const all = this.data[start + field] ?? 0
      const left = this.data[start + this.fieldCount + field] ?? 0
      into[field] = (into[field] ?? 0) + (side === 'all' ? all : side === 'left' ? left : all - left)
    }
  }

  /** A copy with room for more lines behind its own. */
  withRoom(lines: number): LineTable {
    const copy = new LineTable(this.fieldCount)
    copy.data = new Uint8Array((this.length + lines) * this.width)
    copy.data.set(this.bytes())
    copy.length = this.length
    return copy
  }

  /** Forgets its lines but keeps its memory. */
  clear(): void {
    this.length = 0
  }

  /** The bytes in use. */
  bytes(): Uint8Array {
    return this.data.subarray(0, this.length * this.width)
  }
}

/** Offset of the stored values, because fantasy scores can be negative. */
const SHIFT = 60
const SIZE = 180

/** The distribution of a stat over simulated games. */
export class Distribution {
  private readonly counts = new Uint16Array(SIZE)
  private games = 0

  add(value: number): void {
    const at = Math.min(SIZE - 1, Math.max(0, value + SHIFT))
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.games++
  }

  /** Mean value; 0 without games. */
  mean(): number {
    let sum = 0
    for (let at = 0; at < SIZE; at++) sum += (at - SHIFT) * (this.counts[at] ?? 0)
    return this.games === 0 ? 0 : sum / this.games
  }

  /** Probability of a value above the line. */
  over(line: number): number {
    let above = 0
    for (let at = 0; at < SIZE; at++) if (at - SHIFT > line) above += this.counts[at] ?? 0
    return this.games === 0 ? 0 : above / this.games
  }

  /** Probability of a value equal to the line; only whole lines can push. */
  push(line: number): number {
    return Number.isInteger(line) && this.games > 0 ? (this.counts[line + SHIFT] ?? 0) / this.games : 0
  }

  /** The half line (0.5 or more) with the over probability nearest to one half. */
  fairLine(): number {
    let best = 0.5
    let distance = Number.POSITIVE_INFINITY
    for (let line = 0.5; line < SIZE - SHIFT; line++) {
      const away = Math.abs(this.over(line) - 0.5)
      if (away < distance) [best, distance] = [line, away]
      if (this.over(line) < 0.3) break
    }
    return best
  }

  /** The value at the quantile `u` in [0, 1). */
  draw(u: number): number {
    let left = u * this.games
    for (let at = 0; at < SIZE; at++) {
      left -= this.counts[at] ?? 0
      if (left < 0) return at - SHIFT
    }
    return 0
  }

  /** The whole line with the most equal over and under probabilities. */
  fairWholeLine(): number {
    const near = this.fairLine()
    const uneven = (line: number) => Math.abs(2 * this.over(line) + this.push(line) - 1)
    return [near - 0.5, near + 0.5].toSorted((a, b) => uneven(a) - uneven(b))[0] ?? near
  }
}

import { around, heightOf, overlapX, overlapY } from './geometry.ts'
import { colourDistance } from './colours.ts'
import type { FoundLine } from './found-line.ts'

/** Largest gap between words of a line, in heights of capitals. Monospaced fonts have wide gaps. */
const WORD_GAP = 1.7
/** Largest colour distance between words of a line. */
const ONE_COLOUR = 45

function oneLine(a: FoundLine, b: FoundLine): boolean {
  const capital = Math.min(a.capital, b.capital)
  const sameSize = Math.max(a.capital, b.capital) < 1.35 * capital
  const level = overlapY(a, b) > 0.6 * Math.min(heightOf(a), heightOf(b))
  const near = -overlapX(a, b) < WORD_GAP * capital
  return (
    sameSize &&
    level &&
    near &&
    colourDistance(a.ground, b.ground) < ONE_COLOUR &&
    colourDistance(a.writing, b.writing) < ONE_COLOUR
  )
}

const joined = (a: FoundLine, b: FoundLine): FoundLine => ({
  ...a,
  ...around([a, b]),
  capital: Math.max(a.capital, b.capital),
  points: [...a.points, ...b.points],
  letters: [...a.letters, ...b.letters],
  buttons: [...a.buttons, ...b.buttons],
})

/** Merges parts of one line that have the same size and colours. */
export function mergeLines(lines: readonly FoundLine[]): FoundLine[] {
  const merged: FoundLine[] = []
  for (const line of lines.toSorted((a, b) => a.x0 - b.x0)) {
    const before = merged.findIndex((other) => oneLine(other, line))
    const other = merged[before]
    if (other) merged[before] = joined(other, line)
    else merged.push(line)
  }
  return merged
}

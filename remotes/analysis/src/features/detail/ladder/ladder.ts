import type { StatForecastWire } from '@propsight/shared/contracts'
import { confidencePercent, fairLine, lineOdds, type OddsType } from '@propsight/shared/domain'

/** A line with the engine's probability that the stat ends over it. Probabilities are 0 to 1. */
export interface Rung {
  line: number
  /** Odds types of the book's lines at this number; empty if the book has none. */
  odds: readonly OddsType[]
  over: number
  /** 80% interval of `over`. */
  low: number
  high: number
  /** Probability that the stat equals the line; 0 for half lines. */
  push: number
}

interface OfferedLine {
  line: number
  oddsType: OddsType
}

/** Half lines on each side of a line of the book; fewer where the book has many lines. */
const NEIGHBOURS = [2, 1, 0] as const
const MOST_RUNGS = 12
const LEAST_LINE = 0.5

/** The nearest half lines below and above a line, `count` on each side. */
const halfLinesAround = (line: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => [
    Math.ceil(line - 0.5) - 0.5 - index,
    Math.floor(line + 0.5) + 0.5 + index,
  ])
    .flat()
    .filter((half) => half >= LEAST_LINE)

const isUncertain = (chance: number): boolean => {
  const percent = confidencePercent(chance)
  return percent > 0 && percent < 100
}

/**
 * The ladder of a market: the book's lines and the half lines around them, lowest first. Without a line of
 * the book, the half lines around the fair line. Half lines that the stat surely passes or misses are left
 * out.
 */
export function buildLadder(
  { distribution, low, high }: Pick<StatForecastWire, 'distribution' | 'low' | 'high'>,
  offered: readonly OfferedLine[],
): Rung[] {
  const own = offered.map(({ line }) => line)
  const centers = own.length > 0 ? own : [fairLine(distribution)]
  const around = NEIGHBOURS.map(
    (count) => new Set([...own, ...centers.flatMap((line) => halfLinesAround(line, count))]),
  )
  const lines = around.find(({ size }) => size <= MOST_RUNGS) ?? new Set(own)
  return [...lines]
    .toSorted((a, b) => a - b)
    .map((line) => {
      const { over, push } = lineOdds(distribution, line)
      const ends = [low, high].map((end) => lineOdds(end, line).over)
      return {
        line,
        odds: offered.filter((each) => each.line === line).map(({ oddsType }) => oddsType),
        over,
        low: Math.min(over, ...ends),
        high: Math.max(over, ...ends),
        push,
      }
    })
    .filter(({ odds, over }) => odds.length > 0 || isUncertain(over))
}

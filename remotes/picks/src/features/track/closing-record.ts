import type { TrackLeg } from '@propsight/shared/contracts'
import { type Interval, wilson } from '@propsight/shared/domain'
import { closingValue } from '../../state/price-text.ts'

/** Two-sided 95% of the normal distribution. */
const Z = 1.96

/** With fewer days their differences say little about the spread. */
export const LEAST_DAYS = 5

/** Closing-line values of recorded lines. */
export interface ClosingRecord {
  /** Lines with prices when they were recorded and at the start of their game. */
  readonly lines: number
  /** Lines whose side was likelier at the close than when it was recorded. */
  readonly beaten: number
  /** Share of the lines that beat the close, with its Wilson 95% interval. */
  readonly share: { readonly observed: number; readonly interval: Interval }
  /** Average value in percentage points. */
  readonly average: number
  /**
   * 95% interval of the average; null with lines of fewer than `LEAST_DAYS` days. Lines of one day share news, so the standard
   * error is clustered by day: A. C. Cameron and D. L. Miller, 'A practitioner's guide to cluster-robust inference',
   * Journal of Human Resources 50 (2015).
   */
  readonly interval: Interval | null
  /** Lines with a price that no book quoted any more at the start of their game. */
  readonly withoutClose: number
}

interface Value {
  readonly day: string
  readonly value: number
}

function intervalOf(values: readonly Value[], average: number): Interval | null {
  const days = [...Map.groupBy(values, ({ day }) => day).values()]
  if (days.length < LEAST_DAYS) return null
  const squares = days.map((day) => day.reduce((sum, { value }) => sum + value - average, 0) ** 2)
  const sum = squares.reduce((total, square) => total + square, 0)
  const error = Math.sqrt((days.length / (days.length - 1)) * sum) / values.length
  return { low: average - Z * error, high: average + Z * error }
}

/**
 * Summarises the closing-line values of lines.
 * @param lines each line once
 * @returns null without a line that has prices at both times
 */
export function closingRecord(lines: readonly TrackLeg[]): ClosingRecord | null {
  const values = lines.flatMap((line): Value[] => {
    const value = closingValue(line)
    return value === null ? [] : [{ day: line.league_day, value }]
  })
  const beaten = values.filter(({ value }) => value > 0).length
  const interval = wilson(beaten, values.length)
  if (!interval) return null
  const average = values.reduce((sum, { value }) => sum + value, 0) / values.length
  return {
    lines: values.length,
    beaten,
    share: { observed: beaten / values.length, interval },
    average,
    interval: intervalOf(values, average),
    withoutClose: lines.filter((line) => line.closed_at !== null && closingValue(line) === null).length,
  }
}

import { describe, expect, it } from 'vitest'
import { aLeg } from '../../testing/pick-fixtures.ts'
import { closingRecord } from './closing-record.ts'

const closed = (league_day: string, no_vig: number, closing_no_vig: number | null) =>
  aLeg({ league_day, no_vig, closing_no_vig, closed_at: '2026-07-18T23:05:00Z' })

describe('closingRecord', () => {
  it('counts the lines that beat the close and averages their values', () => {
    const record = closingRecord([
      closed('2026-07-17', 50, 52),
      closed('2026-07-17', 50, 51),
      closed('2026-07-18', 60, 59),
      closed('2026-07-18', 45, null),
      aLeg({ no_vig: 50 }),
    ])
    expect(record).toMatchObject({ lines: 3, beaten: 2, withoutClose: 1 })
    expect(record?.share.observed).toBeCloseTo(2 / 3, 12)
    expect(record?.average).toBeCloseTo(2 / 3, 12)
  })
  it('clusters the interval of the average by day', () => {
    const days = ['13', '14', '15', '16', '17'].map((day) => `2026-07-${day}`)
    const moves = [
      [2, 1],
      [-1, 0],
      [3, 1],
      [0, -2],
      [1, 1],
    ]
    const lines = days.flatMap((day, at) => (moves[at] ?? []).map((move) => closed(day, 50, 50 + move)))
    const average = 0.6
    const sums = moves.map((move) => move.reduce((sum, value) => sum + value - average, 0))
    const error = Math.sqrt((5 / 4) * sums.reduce((sum, value) => sum + value ** 2, 0)) / 10
    const record = closingRecord(lines)
    expect(record?.average).toBeCloseTo(average, 9)
    expect(record?.interval?.low).toBeCloseTo(average - 1.96 * error, 9)
    expect(record?.interval?.high).toBeCloseTo(average + 1.96 * error, 9)
    expect(closingRecord(lines.slice(0, 8))?.interval).toBeNull()
  })
  it('is null without prices', () => {
    expect(closingRecord([aLeg()])).toBeNull()
  })
  it('counts a line that did not move as not beaten', () => {
    expect(closingRecord([closed('2026-07-17', 50, 50)])).toMatchObject({ beaten: 0, average: 0 })
  })
})

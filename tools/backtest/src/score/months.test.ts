import { describe, expect, it } from 'vitest'
import type { BatterCase } from './cases.ts'
import { MARKETS } from './markets.ts'
import { biasByMonth } from './months.ts'

const row = (date: string, known: number, over: number): BatterCase => {
  const all = (value: number) => MARKETS.map(() => value)
  const rest = { base: all(0.5), lastTen: all(0.5), season: all(0.5), unknown: all(0.5) }
  return { date, gameId: '1', playerId: '1', over: all(over), known: all(known), ...rest }
}

describe('biasByMonth', () => {
  it('reports each month separately, so that opposite biases do not cancel', () => {
    const [may, june] = biasByMonth([
      row('2021-06-01', 0.6, 0),
      row('2021-05-01', 0.6, 1),
      row('2021-05-31', 0.4, 1),
    ])
    expect(may).toMatchObject({ month: '2021-05', n: 2 })
    expect(may?.bias[0]).toBeCloseTo(-0.5)
    expect(june).toMatchObject({ month: '2021-06', n: 1 })
    expect(june?.bias[6]).toBeCloseTo(0.6)
    expect(biasByMonth([])).toEqual([])
  })
})

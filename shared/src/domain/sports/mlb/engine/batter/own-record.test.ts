import { describe, expect, it } from 'vitest'
import { NO_TOTALS } from '../league-rates.ts'
import { estimateSlots, type OwnRecord } from './own-record.ts'

const record = (more: Partial<OwnRecord>): OwnRecord => ({
  ...NO_TOTALS,
  runs: 0,
  rbi: 0,
  hitByPitch: 0,
  stolenBases: 0,
  starts: 0,
  startAppearances: 0,
  atHome: 0.5,
  slots: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  ...more,
})
const middle = (slots: readonly number[]) => slots.reduce((sum, p, at) => sum + p * (at + 1), 0)

describe('estimateSlots', () => {
  it('sums to one and is centred for a player without games', () => {
    const slots = estimateSlots(record({}))
    expect(slots.reduce((a, b) => a + b, 0)).toBeCloseTo(1)
    expect(middle(slots)).toBeCloseTo(5)
  })

  it('follows the known places', () => {
    const slots = estimateSlots(record({ starts: 20, slots: [9, 0, 0, 0, 0, 0, 0, 0, 0] }))
    expect(slots[0]).toBeGreaterThan(0.9)
  })

  it('estimates the place from plate appearances per start when places are unknown', () => {
    expect(middle(estimateSlots(record({ starts: 60, startAppearances: 60 * 4.7 })))).toBeLessThan(3)
    expect(middle(estimateSlots(record({ starts: 60, startAppearances: 60 * 3.8 })))).toBeGreaterThan(7)
  })
})

import { describe, expect, it } from 'vitest'
import { BASEBALL_CLUBS } from '../../clubs/index.ts'
import { findParkFactors, findParkFactorsByName, PARK_TABLES } from './park-factors.ts'

const COORS = 19
const days = Object.keys(PARK_TABLES).toSorted()
const last = days.at(-1) ?? ''

describe('park factors', () => {
  it('are multipliers around one, of the table of the day', () => {
    for (const day of days) expect(findParkFactors(COORS, day)?.single).toBe(PARK_TABLES[day]?.[COORS]?.[0])
    expect(findParkFactors(COORS, last)?.single).toBeGreaterThan(1.05)
    expect(findParkFactors(COORS, '2099-06-01')).toEqual(findParkFactors(COORS, last))
  })

  it('are those of the elevation before the first fitted game', () => {
    expect(findParkFactors(COORS, '1995-06-01')?.single).toBe(PARK_TABLES[days[0] ?? '']?.[COORS]?.[0])
    expect(findParkFactors(3, '1995-06-01')).toBeNull()
  })

  it('are null for parks without games, and without a date', () => {
    expect(findParkFactors(900_001, last)).toBeNull()
    expect(findParkFactors(Number.NaN, last)).toBeNull()
    expect(findParkFactors(COORS, '')).toBeNull()
  })

  it('are known of the park of each club', () => {
    for (const { stadium } of BASEBALL_CLUBS)
      expect(findParkFactorsByName(stadium.name, last), stadium.name).not.toBeNull()
  })
})

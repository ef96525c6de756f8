import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSports } from '../../domain/sports/open.ts'
import { fetchLinesQuery, startRunBody } from './lines.ts'

const KEY = '6f1d3c1e-8a51-4f0e-9c55-0d7f3c0a9b11'
const startsRun = (category: string, feature = 'quick') =>
  startRunBody.safeParse({ feature, category, idempotencyKey: KEY }).success
const fetches = (category: string) => fetchLinesQuery.safeParse({ category }).success

describe('the category of a run', () => {
  it('is in the menu of baseball while no other sport is open', () => {
    expect([startsRun('Hits'), startsRun('No Such Market'), startsRun('Points')]).toEqual([
      true,
      false,
      false,
    ])
    expect([fetches('Hits'), fetches('No Such Market'), fetches('Points')]).toEqual([true, false, false])
  })
  describe('with another open sport', () => {
    beforeAll(() => openSports(['NBA']))
    afterAll(() => openSports(['MLB']))
    it('may be one of its markets by its name', () => {
      expect([startsRun('Points'), startsRun('points'), startsRun('No Such Market')]).toEqual([
        true,
        false,
        false,
      ])
      expect([startsRun('Points', 'ai'), fetches('Points')]).toEqual([true, true])
      // A picture has a category of its own.
      expect(startsRun('Points', 'image')).toBe(false)
    })
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { syntheticSeason, writeSeason } from '@propsight/backtest/testing'
import { describe, expect, it } from 'vitest'
import { compareDay } from './compare-day.ts'

describe('the probabilities that the product shows of a replayed day are those that the backtest judges', () => {
  it.each([
    ['in a league with designated hitter', '2022-04-01', '2022-05-05'],
    ['in a league in which pitchers bat', '2021-04-01', '2021-05-10'],
  ])(
    '%s',
    async (_, first, date) => {
      const dir = mkdtempSync(join(tmpdir(), 'propsight-judged-'))
      try {
        writeSeason(dir, syntheticSeason({ days: 45, first }))
        const { displayed, rows } = await compareDay(dir, date)
        expect(displayed).toBeGreaterThan(300)
        expect(rows).toBeGreaterThan(300)
      } finally {
        rmSync(dir, { recursive: true })
      }
    },
    30_000,
  )
})

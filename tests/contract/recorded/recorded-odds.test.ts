import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPrices } from '@propsight/api/testing'
import { oddsApiEventOddsSchema } from '@propsight/api/wire-formats'
import { describe, expect, it } from 'vitest'
import { RECORDED_ODDS, SHAPES } from './shapes.ts'

const folder = join(import.meta.dirname, '../../../../shared/recorded-odds')
const present = existsSync(folder)
const files = present ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const shapeOf = (file: string) => RECORDED_ODDS.find(([pattern]) => pattern.test(file))?.[1]

describe.skipIf(!present)(`recorded odds${present ? '' : ' (skipped: no recordings present)'}`, () => {
  it.each(files)('are accepted by their schema: %s', (file) => {
    const shape = shapeOf(file)
    expect(shape, 'a recording without a schema').toBeDefined()
    if (!shape) return
    const result = SHAPES[shape].safeParse(read(file))
    expect(result.success, result.error?.message).toBe(true)
  })
  it('become one price per book, player and line', () => {
    const body = oddsApiEventOddsSchema.parse(read('mlb_event_odds_home_runs_2026-07-30.json'))
    const { prices, skipped } = readPrices(body)
    expect(skipped).toBe(0)
    const strikeouts = prices.filter(({ stat }) => stat === 'Pitcher Strikeouts')
    expect(strikeouts.map(({ player, line, over, under }) => [player, line, over, under])).toEqual([
      ['Jacob deGrom', 6.5, -125, -105],
      ['Shane Baz', 5.5, 100, -130],
    ])
    const homeRuns = prices.filter(({ stat }) => stat === 'Home Runs')
    expect(homeRuns).toHaveLength(6)
    expect(homeRuns.every(({ under, confirmedAt }) => under === null && confirmedAt === null)).toBe(true)
  })
})

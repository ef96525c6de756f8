import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPrices } from '@propsight/api/testing'
import { oddsApiEventOddsSchema } from '@propsight/api/wire-formats'
import { MLB_ODDS } from '@propsight/shared/domain'
import { NBA_ODDS } from '@propsight/shared/domain/sports/nba'
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
    const { prices, skipped } = readPrices(MLB_ODDS, body)
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
  it('of basketball are read under the market keys of the NBA', () => {
    const body = oddsApiEventOddsSchema.parse(read('wnba_event_odds_player_props_2026-07-29.json'))
    const { prices, skipped } = readPrices(NBA_ODDS, body)
    expect(skipped).toBe(0)
    const keys = new Set(body.bookmakers.flatMap(({ markets }) => markets.map(({ key }) => key)))
    expect(new Set(prices.map(({ stat }) => stat)).size).toBe(keys.size)
    const of = (player: string) =>
      prices
        .filter((price) => price.book === 'fanduel' && price.player === player)
        .map(({ stat, line, over, under }) => [stat, line, over, under])
    expect(of('Jessica Shepard')).toContainEqual(['Points', 14.5, -110, -118])
    expect(of('Jordin Canada')).toContainEqual(['Assists', 7.5, -158, 118])
    expect(readPrices(MLB_ODDS, body).prices).toEqual([])
  })
})

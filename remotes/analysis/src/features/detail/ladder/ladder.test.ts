import { lineForecast } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { aForecast } from '../../../testing/players.ts'
import { buildLadder, describeLadder } from './ladder-panel.tsx'

const forecast = aForecast('Hits', 0.9, 0.806, 0.3)
/** The fair line is between 17.5 and 18.5. */
const outs = aForecast('Pitching Outs', ...Array.from({ length: 36 }, (_, at) => 0.98 - at / 37))
const linesOf = (...args: Parameters<typeof buildLadder>) => buildLadder(...args).map(({ line }) => line)
const standard = (line: number) => ({ line, oddsType: 'standard' as const })

describe('ladder of alternate lines', () => {
  it('has the lines of the book and two half lines on each side, none below 0.5', () => {
    expect(linesOf(outs, [standard(1.5)])).toEqual([0.5, 1.5, 2.5, 3.5])
    expect(linesOf(outs, [{ line: 4.5, oddsType: 'demon' }, standard(2.5)])).toEqual([
      0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5,
    ])
    expect(linesOf(outs, [standard(2)])).toEqual([0.5, 1.5, 2, 2.5, 3.5])
  })

  it('has fewer half lines where the book has many lines', () => {
    const many = [11.5, 14.5, 17.5, 20.5].map(standard)
    expect(linesOf(outs, many)).toEqual([
      10.5, 11.5, 12.5, 13.5, 14.5, 15.5, 16.5, 17.5, 18.5, 19.5, 20.5, 21.5,
    ])
    expect(linesOf(outs, [...many, standard(23.5)])).toEqual([11.5, 14.5, 17.5, 20.5, 23.5])
  })

  it('leaves out half lines at 0 or 100%, and keeps every line of the book', () => {
    expect(linesOf(forecast, [standard(1.5)])).toEqual([0.5, 1.5, 2.5])
    expect(linesOf(forecast, [standard(1.5), standard(9.5)])).toEqual([0.5, 1.5, 2.5, 9.5])
  })

  it('is around the fair line without a line of the book', () => {
    expect(linesOf(outs, [])).toEqual([16.5, 17.5, 18.5, 19.5])
    expect(buildLadder(outs, []).every(({ odds }) => odds.length === 0)).toBe(true)
  })

  it('has the probability and interval of the over by the engine alone', () => {
    const rungs = buildLadder(forecast, [standard(0.5), standard(1.5)])
    for (const rung of rungs) {
      const { chance, low, high, push } = lineForecast(forecast, { line: rung.line, oddsType: 'own' }, 'OVER')
      expect(rung).toMatchObject({ over: chance, low, high, push })
    }
    const overs = rungs.map(({ over }) => over)
    expect(overs).toEqual(overs.toSorted((a, b) => b - a))
  })

  it('names every odds type of the book at a line', () => {
    const rungs = buildLadder(forecast, [
      { line: 0.5, oddsType: 'goblin' },
      standard(1.5),
      { line: 1.5, oddsType: 'demon' },
    ])
    expect(rungs.map(({ odds }) => odds)).toEqual([['goblin'], ['standard', 'demon'], []])
    expect(describeLadder(rungs, 'Hits')).toBe(
      'Hits, chance of over by line: 90% at 0.5 (Goblin), 81% at 1.5 (Standard, Demon), 30% at 2.5',
    )
  })
})

import type { Line } from '@propsight/shared/contracts'
import { lineForecast } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import type { CollectedRecord } from '../board/game-log-stream.ts'
import { chooseLines } from './choose-lines.ts'
import { aLine, aRecord, shownAt } from './testing/record-fixtures.ts'

const choose = (lines: readonly Line[], records: Record<string, CollectedRecord>, most = 2) =>
  chooseLines(lines, ({ name }) => records[name], { most, window: 10 })
const reasonFor = (record: CollectedRecord | undefined, changes: Partial<Line> = {}) => {
  const { chosen, passedOver } = chooseLines([aLine(changes)], () => record, { most: 1, window: 10 })
  return chosen.length > 0 ? 'chosen' : passedOver[0]?.reason
}
const tonight = {
  gamePk: 77,
  date: '2026-07-15',
  startsAt: '2026-07-15T23:05:00Z',
  opponent: 'BOS',
  homeAway: 'HOME' as const,
  homeTeam: 'NYY',
  starter: null,
}
const withAvailability = (state: 'out' | 'returned' | 'moved', label: string) => ({
  availability: { state, label, date: '2026-07-10', text: 'The league’s own sentence.' },
})

describe('N4 recommended lines', () => {
  it('have the highest probability of either side, one line per player, up to the requested number', () => {
    const { chosen, passedOver } = choose(
      [
        aLine({ id: 'a', name: 'Ann' }),
        aLine({ id: 'b', name: 'Ben' }),
        aLine({ id: 'c', name: 'Cal' }),
        aLine({ id: 'b2', name: 'Ben', line: 0.5 }),
        aLine({ id: 'd', name: 'Dan' }),
      ],
      {
        Ann: aRecord(0.69, { personId: 1 }),
        Ben: aRecord(0.75, { personId: 2 }),
        Cal: aRecord(0.1, { personId: 3 }),
        Dan: aRecord(0.7, { personId: 4 }),
      },
    )
    expect(chosen.map(({ line, forecast }) => [line.id, forecast.call])).toEqual([
      ['c', 'UNDER'],
      ['b2', 'OVER'],
    ])
    const shown = ({ record, line }: (typeof chosen)[number]) => {
      const [market] = record.forecasts ?? []
      return market && lineForecast(market, line).chance
    }
    expect(chosen.map(({ forecast }) => forecast.chance)).toEqual(chosen.map(shown))
    expect(passedOver).toEqual([
      { id: 'b', reason: 'This player has a better line.' },
      { id: 'd', reason: 'Worth less than the 2 chosen.' },
      { id: 'a', reason: 'Worth less than the 2 chosen.' },
    ])
  })
  it('rest on five games of this season or more, and do not hide a likely line on fewer', () => {
    const record = aRecord(0.85)
    const onGames = (count: number) =>
      reasonFor({ ...record, games: record.games.slice(0, count) } as CollectedRecord)
    expect(onGames(5)).toBe('chosen')
    expect(onGames(4)).toBe('Few games: fewer than 5 this season.')
  })
  it('are none, each with its reason, when no side reaches its break-even', () => {
    const { chosen, passedOver } = choose(
      [aLine({ id: 'a', name: 'Ann' }), aLine({ id: 'g', name: 'Gus', oddsType: 'goblin' })],
      { Ann: aRecord(0.6, { personId: 1 }), Gus: aRecord(0.99, { personId: 2 }) },
    )
    expect(chosen).toEqual([])
    expect(passedOver).toEqual([
      {
        id: 'a',
        reason: `Its ${(100 * shownAt(0.6)).toFixed(1)}% is below its break-even of 57.7%.`,
      },
      { id: 'g', reason: 'No goblin has a public payout, so its break-even is not known.' },
    ])
  })
  it('reach the break-even of the best offer, which the card shows, and never by the engine alone', () => {
    const record = aRecord(0.6)
    const [market] = record.forecasts ?? []
    if (!market?.shown) throw new Error('no market')
    const price = (odds: number) => [{ line: 1.5, book: 'b', title: 'Book', over: odds, under: null }]
    const priced = (odds: number) =>
      ({
        ...record,
        forecasts: [{ ...market, shown: { ...market.shown, quotes: price(odds) } }],
      }) as CollectedRecord
    expect(reasonFor(priced(120))).toBe('chosen')
    expect(reasonFor(priced(-130))).toContain('is below its break-even of 56.5%.')
    const chosenWith = (books: readonly string[]) =>
      chooseLines([aLine()], () => priced(120), { most: 1, window: 10, books }).chosen.length
    expect([chosenWith(['b']), chosenWith(['another'])]).toEqual([1, 0])
    const { shown: _, ...alone } = market
    expect(reasonFor({ ...aRecord(0.99), forecasts: [alone] } as CollectedRecord)).toBe(
      'The book’s line could not be read, so the probability is the engine’s alone.',
    )
  })
  it('are not hidden by a likelier goblin on the same player', () => {
    const { chosen } = choose(
      [aLine({ id: 'goblin', oddsType: 'goblin', line: 0.5 }), aLine({ id: 'standard' })],
      { 'Bo Bat': aRecord(0.8) },
    )
    expect(chosen.map(({ line }) => line.id)).toEqual(['standard'])
  })
  it.each(['goblin', 'demon'] as const)('never include an under on a %s', (oddsType) => {
    expect(reasonFor(aRecord(0.2), { oddsType })).toBe(
      'Under is likelier, and the book takes More only on this line.',
    )
    expect(reasonFor(aRecord(0.7), { oddsType })).toBe(
      `No ${oddsType} has a public payout, so its break-even is not known.`,
    )
  })
  it.each([
    ['out', '10-day injured list', 'Out: 10-day injured list, since 2026-07-10.'],
    ['moved', 'optioned', 'The player was optioned on 2026-07-10.'],
    ['moved', 'designated for assignment', 'The player was designated for assignment on 2026-07-10.'],
    ['moved', 'traded', 'chosen'],
    ['returned', 'activated', 'chosen'],
  ] as const)('depend on the availability of the player: %s, %s', (state, label, reason) => {
    expect(reasonFor(aRecord(0.7, withAvailability(state, label)))).toBe(reason)
  })
  it.each([
    [{ announced: true, slot: null }, 'Not in the announced line-up.'],
    [{ announced: true, slot: 3 }, 'chosen'],
    [{ announced: false, slot: null }, 'chosen'],
  ])('depend on the line-up %j', (lineup, reason) => {
    expect(reasonFor(aRecord(0.7, { tonight: { ...tonight, lineup } }))).toBe(reason)
  })
  it('need a forecast for the same game and market', () => {
    const withoutForecast = aRecord(0.7, {
      forecasts: undefined,
      forecastMissing: 'no game today or tomorrow',
    })
    expect(reasonFor(withoutForecast)).toBe('No probability: no game today or tomorrow.')
    expect(reasonFor(aRecord(0.7), { statType: 'Hits' })).toBe('No probability: none for this stat.')
    expect(reasonFor(aRecord(0.7), { gameTime: '2026-07-16T23:05:00Z' })).toBe(
      'No probability: the line is on another game.',
    )
    expect(reasonFor(aRecord(0.7), { gameTime: null })).toBe('chosen')
  })
  it('need a forecast for the same game of a doubleheader', () => {
    expect(reasonFor(aRecord(0.7), { gamePk: 77 })).toBe('chosen')
    expect(reasonFor(aRecord(0.7), { gamePk: 78 })).toBe('No probability: the line is on another game.')
    expect(reasonFor(aRecord(0.7), { gamePk: null })).toBe('chosen')
  })
  it('have the forecast and the line-up of the line’s own game of a doubleheader', () => {
    const { forecasts } = aRecord(0.72)
    const second = { ...tonight, gamePk: 78, lineup: { announced: true, slot: 2 } }
    const record = aRecord(0.1, {
      tonight: { ...tonight, lineup: { announced: true, slot: null } },
      otherGames: [{ forecasts, forecastGame: { date: '2026-07-15', gamePk: 78 }, tonight: second }],
    })
    expect(reasonFor(record, { gamePk: 77 })).toBe('Not in the announced line-up.')
    const { chosen } = chooseLines([aLine({ gamePk: 78 })], () => record, { most: 1, window: 10 })
    expect(chosen).toMatchObject([
      {
        record: { forecastGame: { gamePk: 78 }, tonight: { lineup: { slot: 2 } } },
        forecast: { call: 'OVER' },
      },
    ])
    expect(reasonFor(record, { gamePk: 79 })).toBe('No probability: the line is on another game.')
  })
  it('need a single player with a readable game log that covers the market', () => {
    const missing = { type: 'missing', name: 'Bo Bat', team: 'NYY', group: 'hitting' } as const
    expect(reasonFor({ ...missing, reason: 'unknown player' })).toBe(
      'The league lists no player of this name.',
    )
    expect(reasonFor({ ...missing, reason: 'ambiguous name' })).toBe(
      'Two players have this name, and the team does not decide which.',
    )
    expect(reasonFor({ ...missing, reason: 'upstream failed' })).toBe('The game log could not be loaded.')
    expect(reasonFor(undefined)).toBe('The game log could not be loaded.')
    expect(reasonFor(aRecord(0.7), { combo: true })).toContain('two players are not ranked')
    expect(reasonFor(aRecord(0.7), { statType: 'Inherited Runners' })).toBe('The game log lacks this stat.')
  })
})

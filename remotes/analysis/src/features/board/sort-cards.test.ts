import type { Line, StatForecastWire } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { rankBoard } from '../../state/rank-board.ts'
import { IDLE, type PlayerRecord, playerKey } from '../../state/run.ts'
import { aBatter, aForecast, aLine } from '../../testing/players.ts'
import { followsGroup, splitBoard } from './sort-cards.ts'

const GAMES = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]
const goblin = { line: 0.5, oddsType: 'goblin' as const, standardLine: 1.5 }
const LINES: Line[] = [
  // Standard 73%, goblin more.
  { ...aLine({ name: 'Ana' }), standardLine: 1.5 },
  { ...aLine({ name: 'Ana', ...goblin }), standardLine: 1.5 },
  { ...aLine({ name: 'Bo' }), standardLine: 1.5 },
  { ...aLine({ name: 'Bo', ...goblin }), standardLine: 1.5 },
  aLine({ name: 'Bo', statType: 'Runs', line: 0.5 }),
]
const records = [
  aBatter('Ana', GAMES, { forecasts: [aForecast('Hits', 0.97, 0.9)] }),
  aBatter('Bo', GAMES, { forecasts: [aForecast('Hits', 0.96, 0.8), aForecast('Runs', 0.55)] }),
].filter((record): record is PlayerRecord => record.type === 'player')
const rank = (found: readonly PlayerRecord[], players = LINES) =>
  rankBoard(
    {
      ...IDLE,
      phase: 'complete',
      lines: { players, readAt: '2026-07-18T17:00:00Z', stale: false, skipped: 0 },
      records: new Map(found.map((record) => [playerKey(record), record])),
    },
    { window: 10, books: null },
    'All',
  )
const { ranked } = rank(records)
const texts = (cards: typeof ranked) =>
  cards.map(({ line }) => `${line.name} ${line.line} ${line.statType} ${line.oddsType}`)

describe('the groups of a board', () => {
  it('have the raised line of a player and market first, and count once for the top picks', () => {
    const { raised, rest } = splitBoard(ranked, 1, 'chance', false)
    expect(texts([...raised])).toEqual(['Ana 1.5 Hits standard', 'Ana 0.5 Hits goblin'])
    expect(texts([...rest])).toEqual(['Bo 0.5 Hits goblin', 'Bo 1.5 Hits standard', 'Bo 0.5 Runs standard'])
    expect(raised.map(({ rank }) => rank)).toEqual([1, 1])
    expect(rest.map(({ rank }) => rank)).toEqual([2, 2, 3])
    expect(texts([...splitBoard(ranked, 2, 'chance', false).raised])).toEqual([
      'Ana 1.5 Hits standard',
      'Ana 0.5 Hits goblin',
      'Bo 1.5 Hits standard',
      'Bo 0.5 Hits goblin',
    ])
  })

  it('N3: raise by the best offer, and nothing by the engine alone, as of an API without shown markets', () => {
    const raise = (shown: Partial<NonNullable<StatForecastWire['shown']>> | null) => {
      const forecast = aForecast('Runs', 0.55)
      const market = { ...forecast, shown: shown && forecast.shown && { ...forecast.shown, ...shown } }
      const record = aBatter('Bo', GAMES, { forecasts: [market as StatForecastWire] }) as PlayerRecord
      return splitBoard(rank([record], [LINES[4] as Line]).ranked, 2, 'value', false).raised.length
    }
    const quotes = [{ line: 0.5, book: 'b', title: 'Book', over: 110, under: null }]
    expect([raise({}), raise({ quotes })]).toEqual([0, 1])
    const old = aBatter('Ana', GAMES, { forecasts: [{ ...aForecast('Hits', 0.97, 0.9), shown: undefined }] })
    expect(splitBoard(rank([old as PlayerRecord]).ranked, 2, 'value', false).raised).toEqual([])
  })

  it('contain every card once in each order, with the lines of a group next to each other', () => {
    for (const sort of ['chance', 'value', 'rate', 'sample', 'name', 'time'] as const) {
      const { raised, rest } = splitBoard(ranked, 0, sort, false)
      expect(raised).toEqual([])
      expect(rest.map(({ id }) => id).toSorted()).toEqual(ranked.map(({ id }) => id).toSorted())
      expect(rest.filter((card, index) => followsGroup(card, rest[index - 1]))).toHaveLength(2)
      // The lines of a group have the rank of its first one, so that they do not interrupt 1, 2, 3.
      expect(rest.map(({ rank }) => rank)).toEqual(rest.map(({ rank }) => rank).toSorted((a, b) => a - b))
      expect(new Set(rest.map(({ rank }) => rank))).toEqual(new Set([1, 2, 3]))
    }
  })

  it('start with the first line of the chosen order', () => {
    const { rest } = splitBoard(ranked, 0, 'value', false)
    expect(texts([...rest])).toEqual([
      'Ana 1.5 Hits standard',
      'Ana 0.5 Hits goblin',
      'Bo 1.5 Hits standard',
      'Bo 0.5 Hits goblin',
      'Bo 0.5 Runs standard',
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distributeLines } from './distribute-lines.ts'

const line = fc.record({
  gameId: fc.constantFrom('a', 'b', 'c', null),
  statType: fc.constantFrom('Hits', 'Runs'),
  oddsType: fc.constantFrom('standard' as const, 'goblin' as const, 'demon' as const),
  name: fc.constantFrom('Ann Dow', 'Bo Cy', 'Di Fay'),
  team: fc.constantFrom('NYY', 'BOS'),
  line: fc.constantFrom(0.5, 1.5, 2.5),
})

describe('N8 distributeLines', () => {
  it('keeps the order, fills the limit, and includes every game, market and player if possible', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (lines, limit) => {
        const chosen = distributeLines(lines, limit)
        expect(chosen).toHaveLength(Math.min(lines.length, limit))
        expect(chosen).toEqual(lines.filter((candidate) => chosen.includes(candidate)))
        const gameMarkets = (all: typeof lines) =>
          new Set(all.map(({ gameId, statType }) => `${gameId} ${statType}`)).size
        const players = (all: typeof lines) =>
          new Set(all.map(({ gameId, statType, team, name }) => `${gameId} ${statType} ${team} ${name}`)).size
        expect(gameMarkets(chosen)).toBe(Math.min(gameMarkets(lines), limit))
        expect(players(chosen)).toBe(Math.min(players(lines), limit))
      }),
    )
  })
  it('prefers standard lines', () => {
    const lineOf = (name: string, oddsType: 'standard' | 'demon') => ({
      gameId: 'a',
      statType: 'Hits',
      team: 'NYY',
      line: 0.5,
      name,
      oddsType,
    })
    const ann = lineOf('Ann Dow', 'standard')
    const bo = lineOf('Bo Cy', 'standard')
    expect(
      distributeLines(
        [lineOf('Ann Dow', 'demon'), ann, lineOf('Bo Cy', 'demon'), lineOf('Di Fay', 'demon'), bo],
        2,
      ),
    ).toEqual([ann, bo])
  })
})

describe('H5 the limit of 50 lines', () => {
  const goblins = (pitcher: number, ...lines: number[]) =>
    lines.map((value) => ({
      gameId: `game ${Math.floor(pitcher / 2)}`,
      statType: 'Pitcher Strikeouts',
      oddsType: 'goblin' as const,
      name: `Pitcher ${pitcher}`,
      team: `club ${pitcher}`,
      line: value,
    }))

  it('covers 50 pitchers with two goblins each, by the line nearest to an even chance', () => {
    const board = Array.from({ length: 50 }, (_, pitcher) => goblins(pitcher, 3.5, 4.5)).flat()
    const chosen = distributeLines(board, 50)
    expect(new Set(chosen.map(({ name }) => name)).size).toBe(50)
    expect(chosen.map(({ line: value }) => value)).toEqual(Array.from({ length: 50 }, () => 4.5))
  })

  it('covers a third pitcher of a game before the second line of another pitcher', () => {
    const board = [...goblins(0, 4.5, 3.5), ...goblins(1, 5.5, 4.5)]
    const bulk = { ...board[0], name: 'Bulk Man', line: 2.5 } as (typeof board)[number]
    const other = goblins(2, 6.5, 5.5)
    expect(
      distributeLines([...other, ...board, bulk], 4).map(({ name, line: value }) => [name, value]),
    ).toEqual([
      ['Pitcher 2', 6.5],
      ['Pitcher 0', 4.5],
      ['Pitcher 1', 5.5],
      ['Bulk Man', 2.5],
    ])
  })

  it('keeps the lowest demon of a pitcher, and second lines only while the limit allows', () => {
    const demons = goblins(0, 8.5, 7.5).map((goblin) => ({ ...goblin, oddsType: 'demon' as const }))
    const standard = goblins(1, 5.5).map((goblin) => ({ ...goblin, oddsType: 'standard' as const }))
    const board = [...demons, ...goblins(1, 4.5), ...standard]
    expect(distributeLines(board, 2)).toEqual([demons[1], ...standard])
    expect(distributeLines(board, 3)).toEqual([...demons, ...standard])
  })
})

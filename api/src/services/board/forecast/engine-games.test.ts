import { hittingGameSchema, pitchingGameSchema } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { hittingGames, pitchingGames } from '../../../sources/stats/compact-game.ts'
import { hittingSplit, pitchingSplit } from '../../../sources/testing/stats-bodies.ts'
import { toBatSide, toBatterGame, toPitcherGame, toThrowHand } from './engine-games.ts'

const codes = new Map([[111, 'BOS']])

describe('games of the log as engine input', () => {
  it('keep their counts and mark unknown values as null', () => {
    const [game] = hittingGames([hittingSplit(12, '2026-05-01', 2)], codes).games
    expect(toBatterGame(hittingGameSchema.parse(game), 7, new Map())).toMatchObject({
      date: '2026-05-01',
      opponent: 'BOS',
      home: true,
      hits: 2,
      plateAppearances: 4,
      slot: null,
      started: null,
      park: null,
      starterHand: null,
    })
  })
  it.each(['runs', 'rbi', 'hitByPitch', 'stolenBases'] as const)(
    'are null for %s that the service does not send',
    (count) => {
      const split = hittingSplit(12, '2026-05-01', 2)
      const { [count]: _, ...stat } = split.stat as Record<string, unknown>
      const [game] = hittingGames([{ ...split, stat }], codes).games
      expect(game).toMatchObject({ hits: 2, [count]: null })
      expect(hittingGameSchema.parse(game)).toMatchObject({ [count]: null })
    },
  )
  it('are null for runs and earned runs that the service does not send of a pitcher', () => {
    const split = pitchingSplit(12, '2026-05-01', 7)
    const { runs: _, earnedRuns: __, ...stat } = split.stat as Record<string, unknown>
    const [game] = pitchingGames([{ ...split, stat }], codes).games
    expect(pitchingGameSchema.parse(game)).toMatchObject({ runs: null, earnedRuns: null, strikeOuts: 7 })
  })
  it.each(['hits', 'strikeOuts'])('refuse a log that lacks %s, which every market builds on', (count) => {
    const split = hittingSplit(12, '2026-05-01', 2)
    const { [count]: _, ...stat } = split.stat as Record<string, unknown>
    expect(() => hittingGames([{ ...split, stat }], codes)).toThrow()
  })
  it('refuse a pitching line without readable innings and outs', () => {
    const split = pitchingSplit(12, '2026-05-01', 7)
    const { outs: _, ...stat } = split.stat as Record<string, unknown>
    const unreadable = { ...split, stat: { ...stat, inningsPitched: '-.--' } }
    expect(() => pitchingGames([unreadable], codes)).toThrow("'-.--' are not innings")
  })
  it.each([
    ['fourth', [1, 2, 3, 7, 5, 6, 4, 8, 9], { slot: 4, started: true }],
    ['from the bench', [1, 2, 3, 4, 5, 6, 10, 8, 9], { slot: null, started: false }],
    ['in an unknown order', [], { slot: null, started: null }],
  ])('derive slot and start of a player who bats %s', (_, home, expected) => {
    const [game] = hittingGames([hittingSplit(12, '2026-05-01', 2)], codes).games
    const orders = new Map([[12, { gamePk: 12, homeClub: 147, awayClub: 111, home, away: [7] }]])
    expect(toBatterGame(hittingGameSchema.parse(game), 7, orders)).toMatchObject(expected)
  })
  it('keep the outs and the start of a pitcher', () => {
    const [game] = pitchingGames([pitchingSplit(12, '2026-05-01', 7)], codes).games
    expect(toPitcherGame(pitchingGameSchema.parse(game))).toMatchObject({
      outs: 19,
      strikeOuts: 7,
      battersFaced: 25,
      started: true,
      home: true,
      hitByPitch: null,
    })
  })
  it('accept a switch hitter but no switch pitcher', () => {
    expect([toBatSide('S'), toBatSide(undefined)]).toEqual(['S', null])
    expect([toThrowHand('L'), toThrowHand('S'), toThrowHand(undefined)]).toEqual(['L', null, null])
  })
})

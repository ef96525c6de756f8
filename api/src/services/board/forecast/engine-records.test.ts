import { hittingGameSchema, pitchingGameSchema } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { hittingGames, pitchingGames } from '../../../sources/stats/compact-game.ts'
import { hittingSplit, pitchingSplit } from '../../../sources/testing/stats-bodies.ts'
import { toBatSide, toBatterGame, toPitcherGame, toThrowHand } from './engine-records.ts'

const codes = new Map([[111, 'BOS']])

describe('games of the log as engine input', () => {
  it('keep their counts and mark unknown values as null', () => {
    const [game] = hittingGames([hittingSplit(12, '2026-05-01', 2)], codes).games
    expect(toBatterGame(hittingGameSchema.parse(game))).toMatchObject({
      date: '2026-05-01',
      gameId: 12,
      home: true,
      hits: 2,
      plateAppearances: 4,
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
  it('keep the outs, the hit batsmen and the start of a pitcher', () => {
    const split = pitchingSplit(12, '2026-05-01', 7)
    const [game] = pitchingGames([{ ...split, stat: { ...split.stat, hitBatsmen: 2 } }], codes).games
    expect(toPitcherGame(pitchingGameSchema.parse(game))).toMatchObject({
      outs: 19,
      strikeOuts: 7,
      battersFaced: 25,
      started: true,
      home: true,
      hitByPitch: 2,
    })
    const [uncounted] = pitchingGames([split], codes).games
    expect(toPitcherGame(pitchingGameSchema.parse(uncounted))).toMatchObject({ hitByPitch: null })
  })
  it('accept a switch hitter but no switch pitcher', () => {
    expect([toBatSide('S'), toBatSide(undefined)]).toEqual(['S', null])
    expect([toThrowHand('L'), toThrowHand('S'), toThrowHand(undefined)]).toEqual(['L', null, null])
  })
})

import { hittingGameSchema, pitchingGameSchema } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { hittingGames, pitchingGames } from '../../../sources/stats/compact-game.ts'
import { hittingSplit, pitchingSplit } from '../../../sources/testing/stats-bodies.ts'
import { toBatSide, toBatterGame, toPitcherGame, toThrowHand } from './engine-games.ts'

const codes = new Map([[111, 'BOS']])

describe('games of the log as engine input', () => {
  it('keep their counts and mark unknown values as null', () => {
    const [game] = hittingGames([hittingSplit(12, '2026-05-01', 2)], codes)
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
  it.each([
    ['fourth', [1, 2, 3, 7, 5, 6, 4, 8, 9], { slot: 4, started: true }],
    ['from the bench', [1, 2, 3, 4, 5, 6, 10, 8, 9], { slot: null, started: false }],
    ['in an unknown order', [], { slot: null, started: null }],
  ])('derive slot and start of a player who bats %s', (_, home, expected) => {
    const [game] = hittingGames([hittingSplit(12, '2026-05-01', 2)], codes)
    const orders = new Map([[12, { gamePk: 12, home, away: [7] }]])
    expect(toBatterGame(hittingGameSchema.parse(game), 7, orders)).toMatchObject(expected)
  })
  it('keep the outs and the start of a pitcher', () => {
    const [game] = pitchingGames([pitchingSplit(12, '2026-05-01', 7)], codes)
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

import { describe, expect, it } from 'vitest'
import { createGameReader, type GradedGame, phaseOf } from './read-games.ts'
import * as league from './testing/league-fixture.ts'

const { aBox, aGame, aSide, batted, DAY, FINAL, LIVE, pitched, VISITORS } = league

/** The game, read by a new reader. */
async function read(
  box: unknown,
  options: Parameters<typeof aGame>[0] = FINAL,
  readAt?: { day: string; box: string },
): Promise<GradedGame> {
  const game = aGame(options)
  const fake = league.fakeLeague({ days: { [DAY]: [game] }, boxes: { 77: box }, ...(readAt && { readAt }) })
  const reader = createGameReader(fake)
  return reader.game(game, await reader.day(DAY))
}

describe('P7 the phase of a game', () => {
  it.each([
    ['Preview', 'S', 'before'],
    ['Live', 'P', 'before'],
    ['Live', 'I', 'playing'],
    ['Live', 'U', 'suspended'],
    ['Live', 'T', 'suspended'],
    ['Final', 'F', 'over'],
    ['Final', 'D', 'called-off'],
    ['Final', 'C', 'called-off'],
  ])('with the state %s (%s) is %s', (state, code, phase) => {
    expect(phaseOf(aGame({ state, code }))).toBe(phase)
  })
})

describe('P7 a box score', () => {
  it('contains hitting and pitching lines, both for a two-way player', async () => {
    const box = aBox(aSide({ 1: { batting: batted(2), pitching: pitched(7) } }, [1]))
    const game = await read(box)
    expect(game).toMatchObject({ phase: 'over', ended: true })
    expect(game.lineOf(1, 'hitting')).toMatchObject({ group: 'hitting', plateAppearances: 4, hits: 2 })
    expect(game.lineOf(1, 'pitching')).toMatchObject({ started: true, outs: 18, strikeOuts: 7 })
    expect(game.lineOf(2, 'hitting')).toBeNull()
  })
  it('marks only the opener as the starter', async () => {
    const side = aSide(
      { 1: { batting: batted(0) }, 5: { pitching: pitched(2, { outs: 3 }) }, 6: { pitching: pitched(8) } },
      [5, 6],
    )
    const game = await read(aBox(side))
    expect([5, 6].map((id) => game.lineOf(id, 'pitching'))).toMatchObject([
      { started: true },
      { started: false },
    ])
  })
  it('that lists a player for both clubs has the sum of both lines', async () => {
    const home = aSide({ 1: { batting: batted(1) }, 5: { pitching: pitched(3) } }, [5])
    const unused = batted(0, { plateAppearances: 0, atBats: 0 })
    const away = aSide(
      { 1: { batting: unused }, 5: { pitching: pitched(4) }, 900: { batting: batted(0) } },
      [6, 5],
    )
    for (const box of [aBox(home, away), aBox(away, home)]) {
      const game = await read(box)
      expect(game.lineOf(1, 'hitting')).toMatchObject({ plateAppearances: 4, hits: 1 })
      expect(game.lineOf(5, 'pitching')).toMatchObject({ started: true, outs: 36, strikeOuts: 7 })
    }
    const both = await read(aBox(home, aSide({ 1: { batting: batted(2, { rbi: undefined }) } })))
    expect(both.lineOf(1, 'hitting')).toMatchObject({ plateAppearances: 8, hits: 3, rbi: null })
  })
  it('has a line of a runner or fielder without a plate appearance, and none of the bench', async () => {
    const none = { plateAppearances: 0, atBats: 0 }
    const players = {
      1: { batting: batted(0, { ...none, stolenBases: 1 }) },
      2: { batting: {} },
      3: { batting: batted(0, { ...none, gamesPlayed: 0 }) },
      4: { batting: { gamesPlayed: 1, plateAppearances: 0, runs: 1 } },
      900: { batting: batted(0) },
    }
    const game = await read(aBox(aSide(players)))
    expect(game.lineOf(1, 'hitting')).toMatchObject({ plateAppearances: 0, stolenBases: 1, started: null })
    expect([game.lineOf(2, 'hitting'), game.lineOf(3, 'hitting')]).toEqual([null, null])
    expect(game.lineOf(4, 'hitting')).toMatchObject({ hits: 0, runs: 1, rbi: null })
  })
  it.each([
    ['the order of a starter', { battingOrder: '500', gameStatus: { isSubstitute: false } }, true],
    ['the order of a substitute', { battingOrder: '501', gameStatus: { isSubstitute: true } }, false],
    ['no order, and that the player is no substitute', { gameStatus: { isSubstitute: false } }, true],
    ['no order, and that the player is a substitute', { gameStatus: { isSubstitute: 'true' } }, false],
    ['no order and no state of the player', { gameStatus: null, battingOrder: null }, null],
  ])('with %s says whether a batter started', async (_, more, started) => {
    const side = aSide({ 1: { batting: batted(1) }, 2: { batting: batted(1) } })
    const players = { ...side.players, ID1: { ...side.players.ID1, ...more } }
    // The order of the club names the last player of each place.
    for (const battingOrder of [[2], [1]]) {
      const game = await read({ teams: { home: { ...side, players, battingOrder }, away: VISITORS } })
      expect(game.lineOf(1, 'hitting')).toHaveProperty('started', started)
    }
  })
  it.each([
    [true, null, true],
    [false, null, null],
    [false, true, true],
    [false, false, false],
    [null, null, null],
  ])('of a player of both clubs, started for one: %s, for the other: %s', async (one, other, started) => {
    const club = (value: boolean | null) => {
      const side = aSide({ 1: { batting: batted(1) } })
      const gameStatus = { isSubstitute: value === null ? null : !value }
      return { ...side, players: { ID1: { ...side.players.ID1, gameStatus } } }
    }
    for (const [home, away] of [
      [one, other],
      [other, one],
    ] as const) {
      const game = await read({ teams: { home: club(home), away: club(away) } })
      expect(game.lineOf(1, 'hitting')).toHaveProperty('started', started)
    }
  })
  it('is read with innings when outs are missing', async () => {
    const pitching = pitched(4, { outs: undefined, inningsPitched: '5.2' })
    const game = await read(aBox(aSide({ 1: { batting: batted(0) }, 5: { pitching } }, [5])))
    expect(game.lineOf(5, 'pitching')).toMatchObject({ outs: 17 })
  })
  it('is read with a computed number of plate appearances when it is missing', async () => {
    const batting = batted(1, { plateAppearances: undefined, atBats: 3, baseOnBalls: 1 })
    const game = await read(aBox(aSide({ 1: { batting } })))
    expect(game.lineOf(1, 'hitting')).toMatchObject({ plateAppearances: 4, hits: 1 })
  })
  it.each([
    ['a batter’s hits', { 1: { batting: batted(1, { hits: undefined }) } }, 1, 'hitting'],
    [
      'a pitcher’s strikeouts',
      { 1: { batting: batted(0) }, 5: { pitching: pitched(1, { strikeOuts: undefined }) } },
      5,
      'pitching',
    ],
    ['a starter’s whole line', { 1: { batting: batted(0) }, 5: {} }, 5, 'pitching'],
    [
      'sense in a pitcher’s innings',
      { 1: { batting: batted(0) }, 5: { pitching: pitched(1, { outs: undefined, inningsPitched: '-.--' }) } },
      5,
      'pitching',
    ],
  ] as const)('fails for the player alone when it lacks %s', async (_, players, id, group) => {
    const game = await read(aBox(aSide(players, [5])))
    expect(() => game.lineOf(id, group)).toThrow('a box score lacks a count')
    // Other players are not affected.
    expect(game.lineOf(900, 'hitting')).toMatchObject({ hits: 0 })
  })
  it('of a live game may have a starter without a pitching line', async () => {
    const game = await read(aBox(aSide({ 5: {} }, [5])), LIVE)
    expect(game).toMatchObject({ phase: 'playing', ended: false })
    expect(game.lineOf(5, 'pitching')).toBeNull()
  })
  it.each([
    ['empty clubs', aBox(aSide({}), aSide({}))],
    ['one club alone', aBox(aSide({ 1: { batting: batted(2) } }), aSide({ 900: {} }))],
    ['an empty body', {}],
    ['a page of HTML', '<html></html>'],
    ['no body', undefined],
  ])('of a finished game is refused with %s', async (_, box) => {
    await expect(read(box)).rejects.toThrow()
  })
  it('that was read before the schedule showed the end counts as in progress', async () => {
    const box = aBox(aSide({ 1: { batting: batted(1) } }))
    const early = { day: '2026-07-19T04:00:00.000Z', box: '2026-07-19T03:59:59.000Z' }
    expect(await read(box, FINAL, early)).toMatchObject({ phase: 'playing', ended: true })
  })
  it('is not requested before the first pitch or for a game that was called off', async () => {
    for (const options of [{}, { state: 'Final', code: 'D' }]) {
      const fake = league.fakeLeague({ days: { [DAY]: [aGame(options)] } })
      const reader = createGameReader(fake)
      const game = await reader.game(aGame(options), await reader.day(DAY))
      expect([game.ended, game.lineOf(1, 'hitting'), fake.league.requests]).toEqual([false, null, [DAY]])
    }
  })
  it('is final once it was read after the schedule showed the end', async () => {
    const box = aBox(aSide({ 1: { batting: batted(2) } }))
    const fake = league.fakeLeague({ days: { [DAY]: [aGame(FINAL)] }, boxes: { 77: box } })
    const reader = createGameReader(fake)
    const phases: string[] = []
    for (const [day, boxAt] of [
      ['04:00', '03:59'],
      ['04:02', '04:01'],
    ]) {
      fake.league.readAt = { day: `2026-07-19T${day}:00.000Z`, box: `2026-07-19T${boxAt}:00.000Z` }
      phases.push((await reader.game(aGame(FINAL), await reader.day(DAY))).phase)
    }
    expect(phases).toEqual(['playing', 'over'])
  })
})

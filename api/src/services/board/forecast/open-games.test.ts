import { describe, expect, it } from 'vitest'
import { statsGameSchema } from '../../../sources/stats/format/schedule.ts'
import { scheduledGame } from '../../../sources/testing/stats-bodies.ts'
import { chooseGame, isCertainGame, openGames } from './open-games.ts'

const DAY = '2026-05-03'
const open = (...games: object[]) =>
  openGames(
    DAY,
    games.map((game) => statsGameSchema.parse(game)),
  )

describe('open games', () => {
  it('are listed for both clubs', () => {
    const games = open(scheduledGame({ homeStarter: 1, awayStarter: 2, lineup: [7, 8] }))
    expect(games.get(147)).toEqual([
      {
        gamePk: 900,
        date: DAY,
        startsAt: `${DAY}T23:05:00Z`,
        isStartUnset: false,
        home: true,
        opponentId: 111,
        venueId: 3313,
        isNeutral: false,
        starterId: 1,
        otherStarterIds: [],
        opposingStarterId: 2,
        opposingStarter: null,
        lineup: [7, 8],
        opposingLineup: [],
      },
    ])
    expect(games.get(111)).toMatchObject([
      {
        home: false,
        opponentId: 147,
        starterId: 2,
        opposingStarterId: 1,
        lineup: [],
        opposingLineup: [7, 8],
      },
    ])
  })
  it('A14 are at a neutral park where the schedule has another park than the home club’s', () => {
    const game = scheduledGame({})
    const home = { ...game.teams.home, team: { ...game.teams.home.team, venue: { id: 3313 } } }
    const isNeutralAt = (venue: object | undefined) =>
      open({ ...game, venue, teams: { ...game.teams, home } }).get(147)?.[0]?.isNeutral
    expect([{ id: 3313 }, { id: 900_001, name: 'Tokyo Dome' }, undefined].map(isNeutralAt)).toEqual([
      false,
      true,
      false,
    ])
  })
  it('name the opposing starter, with the throwing hand when it is known', () => {
    const opposingStarterOf = (pitcher: object) => {
      const game = scheduledGame({ awayStarter: 2 })
      const away = { ...game.teams.away, probablePitcher: { id: 2, ...pitcher } }
      return open({ ...game, teams: { ...game.teams, away } }).get(147)?.[0]?.opposingStarter
    }
    expect(opposingStarterOf({ fullName: 'Al Arm', pitchHand: { code: 'L' } })).toEqual({
      personId: 2,
      name: 'Al Arm',
      throws: 'L',
    })
    expect(opposingStarterOf({ fullName: 'Al Arm', pitchHand: { code: 'S' } })?.throws).toBeNull()
    expect(opposingStarterOf({ fullName: 'Al Arm' })?.throws).toBeNull()
    expect(opposingStarterOf({})).toBeNull()
  })
  it.each([
    ['under way', { state: 'Live', code: 'I' }],
    ['over', { state: 'Final', code: 'F' }],
    ['postponed', { state: 'Final', code: 'D' }],
    ['cancelled before its day', { state: 'Preview', code: 'C' }],
  ])('exclude a game that is %s', (_, status) => {
    expect(open(scheduledGame(status)).size).toBe(0)
  })
  it.each([
    ['players are warming up', { state: 'Live', code: 'P' }],
    ['the warm-up is about to begin', { state: 'Preview', code: 'P' }],
  ])('include a game while %s', (_, status) => {
    expect(open(scheduledGame(status)).get(147)).toMatchObject([{ gamePk: 900, home: true }])
  })
  it('give the next game of a doubleheader, and to an announced starter the announced game', () => {
    const second = scheduledGame({ gamePk: 902, hour: '23:40', gameNumber: 2, homeStarter: 5 })
    const first = scheduledGame({ gamePk: 901, hour: '17:05', homeStarter: 4 })
    const games = open(second, first).get(147) ?? []
    expect(chooseGame(games, null)?.gamePk).toBe(901)
    expect(chooseGame(games, 5)?.gamePk).toBe(902)
    expect(chooseGame(games, 6)?.gamePk).toBe(901)
    const afterFirst = open(second, { ...first, status: scheduledGame({ state: 'Live', code: 'I' }).status })
    expect(chooseGame(afterFirst.get(147) ?? [], null)?.gamePk).toBe(902)
    expect(chooseGame([], 5)).toBeUndefined()
  })
  it('give the game of a line, but to an announced starter no game without the announcement', () => {
    const first = scheduledGame({ gamePk: 901, hour: '17:05', homeStarter: 4 })
    const second = scheduledGame({ gamePk: 902, hour: '23:40', gameNumber: 2 })
    const games = open(first, second).get(147) ?? []
    const chosen = (pitcherId: number | null) =>
      [901, 902, 903].map((gamePk) => chooseGame(games, pitcherId, gamePk)?.gamePk)
    expect(chosen(null)).toEqual([901, 902, undefined])
    expect(chosen(4)).toEqual([901, undefined, undefined])
    expect(chosen(6)).toEqual([901, 902, undefined])
  })
  it('of a doubleheader are certain for a pitcher who is announced for one of them only', () => {
    const first = scheduledGame({ gamePk: 901, hour: '17:05', homeStarter: 4 })
    const second = scheduledGame({ gamePk: 902, hour: '23:40', gameNumber: 2, homeStarter: 5 })
    const certain = (games: object[], pitcherId: number | null) => {
      const own = open(...games).get(147) ?? []
      const next = chooseGame(own, pitcherId)
      return next && [next.gamePk, isCertainGame(next, pitcherId)]
    }
    expect(certain([first], null)).toEqual([901, true])
    expect(certain([first, second], null)).toEqual([901, false])
    expect(certain([first, second], 5)).toEqual([902, true])
    expect(certain([first, second], 6)).toEqual([901, false])
    expect(certain([first, { ...second, teams: first.teams }], 4)).toEqual([901, false])
  })
  it('without a set start come last, and begin by the end of their day', () => {
    const first = scheduledGame({ gamePk: 901, hour: '17:05' })
    const second = scheduledGame({ gamePk: 902, hour: '07:33', gameNumber: 2 })
    expect(open(second, first).get(147)).toMatchObject([
      { gamePk: 901, isStartUnset: false },
      { gamePk: 902, isStartUnset: true, startsAt: '2026-05-04T05:00:00Z' },
    ])
  })
  it('exclude the rest of a suspended game', () => {
    const rest = { ...scheduledGame({ gamePk: 901, hour: '20:05' }), officialDate: '2026-04-11' }
    const marked = { ...scheduledGame({ gamePk: 903, hour: '20:05' }), resumedFromDate: '2026-04-11' }
    expect(open(rest, marked, scheduledGame()).get(147)).toMatchObject([{ gamePk: 900 }])
  })
  it('have no starters, park or line-up when these are missing or unreadable', () => {
    const { venue, ...game } = scheduledGame()
    expect(open({ ...game, lineups: { homePlayers: 'soon' } }).get(147)).toMatchObject([
      { venueId: null, starterId: null, opposingStarterId: null, lineup: [] },
    ])
  })
})

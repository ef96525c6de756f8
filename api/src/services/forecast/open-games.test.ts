import { statsGameSchema } from '@propsight/shared/contracts/statsapi'
import { describe, expect, it } from 'vitest'
import { scheduledGame } from '../../upstream/testing/club-stats.ts'
import { gameFor, openGames } from './open-games.ts'

const DAY = '2026-05-03'
const open = (...games: object[]) =>
  openGames(
    DAY,
    games.map((game) => statsGameSchema.parse(game)),
  )

describe('the game that lines are about', () => {
  it('is seen from both sides', () => {
    const games = open(scheduledGame({ homeStarter: 1, awayStarter: 2, lineup: [7, 8] }))
    expect(games.get(147)).toEqual([
      {
        gamePk: 900,
        date: DAY,
        startsAt: `${DAY}T23:05:00Z`,
        home: true,
        opponentId: 111,
        venueId: 3313,
        starterId: 1,
        opposingStarterId: 2,
        opposingStarter: null,
        lineup: [7, 8],
      },
    ])
    expect(games.get(111)).toMatchObject([
      { home: false, opponentId: 147, starterId: 2, opposingStarterId: 1, lineup: [] },
    ])
  })
  it('names the starter whom they meet, with his hand where he has one', () => {
    const meeting = (pitcher: object) => {
      const game = scheduledGame({ awayStarter: 2 })
      const away = { ...game.teams.away, probablePitcher: { id: 2, ...pitcher } }
      return open({ ...game, teams: { ...game.teams, away } }).get(147)?.[0]?.opposingStarter
    }
    expect(meeting({ fullName: 'Al Arm', pitchHand: { code: 'L' } })).toEqual({
      ...{ personId: 2, name: 'Al Arm', throws: 'L' },
    })
    expect(meeting({ fullName: 'Al Arm', pitchHand: { code: 'S' } })?.throws).toBeNull()
    expect(meeting({ fullName: 'Al Arm' })?.throws).toBeNull()
    expect(meeting({})).toBeNull()
  })
  it.each([
    ['under way', { state: 'Live', code: 'I' }],
    ['over', { state: 'Final', code: 'F' }],
    ['postponed', { state: 'Final', code: 'D' }],
    ['cancelled before its day', { state: 'Preview', code: 'C' }],
  ])('is none that is %s', (_, status) => {
    expect(open(scheduledGame(status)).size).toBe(0)
  })
  it.each([
    ['players warm up', { state: 'Live', code: 'P' }],
    ['they are about to', { state: 'Preview', code: 'P' }],
  ])('is still tonight’s while %s', (_, status) => {
    expect(open(scheduledGame(status)).get(147)).toMatchObject([{ gamePk: 900, home: true }])
  })
  it('of a doubleheader is the next one; a pitcher’s the one he is announced for', () => {
    const second = scheduledGame({ gamePk: 902, hour: '23:40', gameNumber: 2, homeStarter: 5 })
    const first = scheduledGame({ gamePk: 901, hour: '17:05', homeStarter: 4 })
    const games = open(second, first).get(147) ?? []
    expect(gameFor(games, null)?.gamePk).toBe(901)
    expect(gameFor(games, 5)?.gamePk).toBe(902)
    expect(gameFor(games, 6)?.gamePk).toBe(901)
    const later = open(second, { ...first, status: scheduledGame({ state: 'Live', code: 'I' }).status })
    expect(gameFor(later.get(147) ?? [], null)?.gamePk).toBe(902)
    expect(gameFor([], 5)).toBeUndefined()
  })
  it('is told without starters, park or a line-up that can be read', () => {
    const { venue, ...game } = scheduledGame()
    expect(open({ ...game, lineups: { homePlayers: 'soon' } }).get(147)).toMatchObject([
      { venueId: null, starterId: null, opposingStarterId: null, lineup: [] },
    ])
  })
})

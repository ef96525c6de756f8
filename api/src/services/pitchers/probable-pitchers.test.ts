import { describe, expect, it } from 'vitest'
import type { StatsTeam } from '../../sources/stats/format/roster.ts'
import { statsGameSchema } from '../../sources/stats/format/schedule.ts'
import { club, scheduledGame } from '../../sources/testing/stats-bodies.ts'
import { probablePitchers } from './probable-pitchers.ts'

const DAY = '2026-05-03'
const teams: StatsTeam[] = [club(147, 'NYY'), club(111, 'BOS')]
type Options = Parameters<typeof scheduledGame>[0]
const game = (options: Options = {}, more: object = {}) =>
  statsGameSchema.parse({ ...scheduledGame({ homeStarter: 2, awayStarter: 3, ...options }), ...more })
const idsOf = (games: readonly ReturnType<typeof game>[], date = DAY) =>
  probablePitchers(date, games, teams).map(({ shown }) => [shown.gamePk, shown.id])

describe('H1 probable pitchers of a day', () => {
  it('are listed for visitors and home club with opponent, park and time', () => {
    const [visitor, home] = probablePitchers(
      DAY,
      [game({}, { venue: { id: 3313, name: 'Yankee Stadium' } })],
      teams,
    )
    expect(visitor?.shown).toEqual({
      id: 3,
      name: 'Pitcher 3',
      teamId: 111,
      teamAbbr: 'BOS',
      teamName: 'Club BOS',
      oppId: 147,
      oppAbbr: 'NYY',
      oppName: 'Club NYY',
      home: false,
      gameTime: `${DAY}T23:05:00Z`,
      gamePk: 900,
      venueName: 'Yankee Stadium',
      hand: null,
    })
    expect(home).toMatchObject({
      shown: { id: 2, home: true, oppAbbr: 'BOS' },
      venueId: 3313,
      debutSeason: null,
    })
  })
  it('have throwing hand and debut season when the schedule has them', () => {
    const detailed = game()
    detailed.teams.home.probablePitcher = {
      id: 2,
      fullName: 'Pat Pitch',
      pitchHand: { code: 'L' },
      mlbDebutDate: '2019-04-02',
    }
    const [, home] = probablePitchers(DAY, [detailed], teams)
    expect(home).toMatchObject({ shown: { name: 'Pat Pitch', hand: 'L' }, debutSeason: 2019 })
  })
  it('are missing until their club announces them', () => {
    const plain = (more: Options) => statsGameSchema.parse(scheduledGame(more))
    expect(idsOf([plain({ awayStarter: 3 })])).toEqual([[900, 3]])
    expect(idsOf([plain({})])).toEqual([])
    expect(idsOf([])).toEqual([])
  })
  it('of a doubleheader are listed per game in order', () => {
    const second = game({ gamePk: 901, gameNumber: 2, homeStarter: 4, awayStarter: 5 })
    expect(idsOf([second, game()])).toEqual([
      [900, 3],
      [900, 2],
      [901, 5],
      [901, 4],
    ])
  })
  it('that are announced for both games are listed once, with the first game', () => {
    expect(idsOf([game({ gamePk: 901, gameNumber: 2, hour: '23:50' }), game()])).toEqual([
      [900, 3],
      [900, 2],
    ])
  })
  it.each([
    ['postponed', game({ state: 'Final', code: 'D' })],
    ['cancelled', game({ state: 'Final', code: 'C' })],
    ['of spring', game({}, { gameType: 'S' })],
    ['of the postseason', game({}, { gameType: 'W' })],
    ['resumed from another day', game({}, { officialDate: '2026-05-02' })],
  ])('of a game that is %s are excluded', (_, excluded) => {
    expect(idsOf([excluded])).toEqual([])
  })
  it('of a game after midnight UTC belong to its Eastern day', () => {
    const late = game({}, { gameDate: '2026-05-04T02:10:00Z' })
    expect(idsOf([late])).toHaveLength(2)
    expect(idsOf([late], '2026-05-04')).toEqual([])
    expect(idsOf([game({}, { officialDate: undefined })])).toHaveLength(2)
  })
  it('are marked when the start time is not set', () => {
    const status = { ...game().status, startTimeTBD: true }
    const [pitcher] = probablePitchers(DAY, [game({}, { status })], teams)
    expect(pitcher?.shown.startTimeTbd).toBe(true)
  })
  it('use the club names of the schedule when the directory is empty', () => {
    const named = game()
    named.teams.home.team = { id: 147, name: 'New York Yankees' }
    const [visitor, home] = probablePitchers(DAY, [named], [])
    expect(visitor?.shown).toMatchObject({ oppAbbr: 'New York Yankees', venueName: '' })
    expect([...(home?.opponentNames ?? [])]).toEqual(['111'])
  })
})

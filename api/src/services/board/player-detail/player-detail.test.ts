import { listStatNames } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { hittingSplit, rosterPerson, scheduledGame, withLog } from '../../../sources/testing/stats-bodies.ts'
import {
  BATTER,
  BATTER_ID,
  createDetailFixture,
  HITTING,
  PITCHER,
  PITCHING,
  questionOf,
  STARTER_ID,
  splitsBody,
  TODAY,
  vsBody,
} from './testing/detail-fixture.ts'

const row = {
  atBats: 40,
  hits: 12,
  homeRuns: 3,
  rbi: 9,
  baseOnBalls: 4,
  avg: '.300',
  obp: '.364',
  slg: '.575',
  ops: '.939',
}

describe('N12 the detail of a batter', () => {
  it('has averages, opposing starter, previous meetings and the hands of past starters', async () => {
    const detail = await (await createDetailFixture()).ask()
    expect(detail).toMatchObject({
      name: 'Jose Pena',
      fullName: 'José Peña',
      position: '2B',
      batSide: 'R',
      hitting: { season: row, vsLeft: row, vsRight: row },
      pitching: null,
      opposingPitcher: {
        personId: STARTER_ID,
        name: 'Ansel Ode',
        handedness: 'L',
        team: 'BOS',
        era: '3.00',
        whip: '1.22',
        strikeOuts: 30,
        wins: 3,
        losses: 1,
        strikeOutsPer9: '10.00',
        hitsPer9: '8.00',
      },
      vsPitcher: { atBats: 5, hits: 2, homeRuns: 1, baseOnBalls: 1, strikeOuts: 2, avg: '.400' },
      // The starter of game 16 is unknown, so the game is omitted.
      starterHands: { 10: 'L', 12: 'R', 14: 'L' },
      missing: {},
      stale: false,
    })
    expect(Object.keys(detail.starterHands)).toHaveLength(3)
  })

  it('has an explanation for each stat that names the opposing starter', async () => {
    const { why, engine } = await (await createDetailFixture()).ask()
    expect(engine).toMatch(/^\d{4}-\d\d-\d\d/)
    expect(why.map(({ stat }) => stat)).toContain('Hits+Runs+RBIs')
    expect(why).toHaveLength(listStatNames('hitting').length)
    for (const { steps } of why) {
      const notes = Object.fromEntries(steps.map(({ factor, note }) => [factor, note]))
      // 2 earned runs and 7 strikeouts in 19 outs.
      expect(notes['opposing starter']).toBe('Ansel Ode, left-hander, ERA 2.84, 9.9 strikeouts per 9 innings')
      expect(notes['own record']).toBe('this season, 16 plate appearances in 4 games')
      expect(notes['own club']).toBe('scores 4.00 runs a game, the league 4.00')
    }
  })

  it('causes no further upstream requests when it is requested again', async () => {
    const { ask, asked } = await createDetailFixture()
    const first = await ask()
    const before = asked.length
    const second = await ask()
    expect(second).toEqual({ ...first, readAt: expect.any(String) })
    expect(asked.length).toBe(before)
  })

  it('gives a reason when no starter is announced', async () => {
    const open = { dates: [{ date: TODAY, games: [scheduledGame({ day: TODAY })] }] }
    const { opposingPitcher, vsPitcher, missing, why } = await (
      await createDetailFixture({ schedule: () => open })
    ).ask()
    expect([opposingPitcher, vsPitcher]).toEqual([null, null])
    expect(missing).toEqual({
      opposingPitcher: 'No starter is announced yet.',
      vsPitcher: 'No starter is announced yet.',
    })
    expect(why[0]?.steps.find(({ factor }) => factor === 'opposing starter')?.note).toBe('not announced')
  })

  it('uses the name of the schedule for a starter without a roster entry', async () => {
    const game = scheduledGame({ day: TODAY, awayStarter: 77 })
    Object.assign(game.teams.away.probablePitcher ?? {}, {
      fullName: 'Neil Newman',
      pitchHand: { code: 'R' },
    })
    const schedule = { dates: [{ date: TODAY, games: [game] }] }
    const own = (url: URL) =>
      splitsBody(url.pathname.includes('/77/') ? 'pitching' : 'hitting', { ...HITTING, ...PITCHING })
    const { opposingPitcher } = await (
      await createDetailFixture({ schedule: () => schedule, 'own splits': own })
    ).ask()
    expect(opposingPitcher).toMatchObject({ personId: 77, name: 'Neil Newman', handedness: 'R', era: '3.00' })
    const unnamed = { dates: [{ date: TODAY, games: [scheduledGame({ day: TODAY, awayStarter: 77 })] }] }
    const { missing } = await (
      await createDetailFixture({ schedule: () => unnamed, 'own splits': own })
    ).ask()
    expect(missing.opposingPitcher).toBe('The announced starter is on no roster of this season.')
  })

  it('has averages when there is no next game', async () => {
    const none = await (await createDetailFixture({ schedule: () => ({ dates: [] }) })).ask()
    const reason = 'No game today or tomorrow.'
    expect(none.missing).toEqual({ opposingPitcher: reason, vsPitcher: reason, why: reason })
    expect(none).toMatchObject({ hitting: { season: row }, why: [], engine: null })
  })

  it('gives a reason when the players have not met or the meetings are unknown', async () => {
    const notMet = await (await createDetailFixture({ 'vs pitcher': () => vsBody(null) })).ask()
    expect([notMet.vsPitcher, notMet.missing]).toEqual([null, { vsPitcher: 'They have not met before.' }])
    const withoutData = await (await createDetailFixture({ 'vs pitcher': () => ({ stats: [] }) })).ask()
    expect(withoutData.missing).toEqual({ vsPitcher: 'This source has no batter-pitcher history.' })
    const invalid = await (await createDetailFixture({ 'vs pitcher': () => vsBody({ atBats: 'x' }) })).ask()
    expect(invalid.missing).toEqual({ vsPitcher: 'The league’s data on it could not be read.' })
  })

  it('has empty rates for a starter without earlier games this season', async () => {
    const { opposingPitcher } = await (
      await createDetailFixture({ 'starter splits': () => ({ stats: [] }) })
    ).ask()
    expect(opposingPitcher).toMatchObject({ era: '-.--', whip: '-.--', strikeOuts: 0, wins: 0, losses: 0 })
  })

  it('tells that the totals of the league count a game that is not over, which the log leaves out', async () => {
    const live = scheduledGame({ gamePk: 16, day: TODAY, state: 'Live', code: 'T', awayStarter: STARTER_ID })
    const { missing } = await (
      await createDetailFixture({ schedule: () => ({ dates: [{ date: TODAY, games: [live] }] }) })
    ).ask()
    expect(missing.totals).toBe(
      'The league counts a game that is not over here. No other number on this page does.',
    )
  })

  it('has the season and a reason when the splits are missing', async () => {
    const { hitting, missing } = await (
      await createDetailFixture({
        'own splits': ({ searchParams }) =>
          searchParams.get('stats') === 'season' ? { stats: [] } : splitsBody('hitting', HITTING),
      })
    ).ask()
    expect(hitting).toEqual({ season: row, vsLeft: null, vsRight: null })
    expect(missing).toEqual({ splits: 'The league has no split by left and right here.' })
  })

  it('of a traded player finds the former club through the opponents of that time', async () => {
    const listed = (gamePk: number, away: number, awayStarter: number) =>
      scheduledGame({ gamePk, home: 120, away, awayStarter, state: 'Final' })
    const boston = listed(10, 111, 5)
    const elsewhere = listed(20, 139, STARTER_ID)
    const seasons: Record<string, object[]> = { 147: [], 111: [boston], 120: [boston, elsewhere] }
    const { ask, asked } = await createDetailFixture({
      'club season': ({ searchParams }) => ({
        dates: [{ date: '2026-04-10', games: seasons[searchParams.get('teamId') ?? ''] ?? [] }],
      }),
      log: () => ({
        people: [
          withLog(rosterPerson(BATTER_ID, 'José Peña', 147), 'hitting', [
            { ...hittingSplit(20, '2026-04-09', 1), opponent: { id: 139, name: 'Unlisted' } },
            hittingSplit(10, '2026-04-10', 1),
          ]),
        ],
      }),
    })
    const { starterHands, missing } = await ask()
    expect(starterHands).toEqual({ 10: 'R', 20: 'L' })
    expect(missing).toEqual({})
    const clubs = asked.filter((path) => questionOf(new URL(path, 'http://stub')) === 'club season')
    expect(clubs.map((path) => /teamId=(\d+)/.exec(path)?.[1])).toEqual(['147', '111', '120'])
  })
})

describe('N12 the detail of a pitcher', () => {
  it('has season and splits, and an explanation for each stat', async () => {
    const { pitching, hitting, missing, why, starterHands } = await (await createDetailFixture()).ask(PITCHER)
    const season = {
      era: '3.00',
      whip: '1.22',
      strikeOuts: 30,
      baseOnBalls: 9,
      hits: 24,
      homeRuns: 3,
      battersFaced: 108,
      avg: null,
      ops: null,
    }
    expect(pitching).toEqual({ season, vsLeft: season, vsRight: season })
    expect(PITCHING.battersFaced).toBe(108)
    expect([hitting, starterHands]).toEqual([null, {}])
    expect(missing).toEqual({ opposingPitcher: 'This player pitches.', vsPitcher: 'This player pitches.' })
    expect(why.map(({ stat }) => stat)).toContain('Pitcher Strikeouts')
    expect(why[0]?.steps.map(({ note }) => note)).toContain('away')
  })
})

describe('N12 the detail of an unknown player', () => {
  it.each([
    { name: 'Nobody', reason: 'No player of that name is on a roster this season.' },
    { name: 'Max Lee', reason: 'More than one player has that name.' },
  ])('answers 404 for $name: $reason', async ({ name, reason }) => {
    const { ask } = await createDetailFixture()
    const request = ask({ ...BATTER, name, team: '' })
    await expect(request).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND', message: reason })
  })

  it('answers 404 for a player on the roster without a game log', async () => {
    const { ask } = await createDetailFixture({ log: () => ({ people: [] }) })
    await expect(ask()).rejects.toMatchObject({
      status: 404,
      message: 'The stats service has no game log of this player.',
    })
  })
})

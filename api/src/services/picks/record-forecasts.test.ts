import type { Pick } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { PickForecastRecord } from '../../repositories/forecast-records.ts'
import { type StatsGame, statsGameSchema } from '../../sources/stats/format/schedule.ts'
import { scheduledGame } from '../../sources/testing/stats-bodies.ts'
import { emptyUpstream, fakeDeps } from '../../testing/fake-deps.ts'
import {
  createForecastRecorder,
  recordForecasts as recordSentForecasts,
  toSentPick,
} from './record-forecasts.ts'
import { syncPicks } from './sync-picks.ts'

const USER = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const DAY = '2026-07-18'

const aPick = (changes: Partial<Pick> = {}, at = 0): Pick => ({
  id: `pick_178439040000${at}_abc123`,
  playerName: 'Bo Bat',
  sport: 'MLB',
  confidence: 99,
  projectedStatLine: '',
  extractedStatLine: null,
  originalStats: '1.5 More Hits',
  reasoning: '',
  bettingAnalysis: { projectedTotal: null, recommendation: 'OVER', bettingLine: 1.5 },
  defensiveAnalysis: null,
  injuryImpact: null,
  recentForm: null,
  overHitPercentage: null,
  createdAt: '2026-07-18T15:00:00Z',
  expiresAt: '2026-07-19T11:00:00Z',
  statType: 'Hits',
  oddsType: 'standard',
  team: 'NYY',
  opponent: 'BOS',
  homeAway: 'HOME',
  gameId: null,
  personId: 1,
  gameTime: `${DAY}T23:05:00Z`,
  sample: { window: 10, over: 5, under: 5, push: 0 },
  games: [],
  source: 'sample',
  unavailable: {},
  ...changes,
})
function aGame(options: Parameters<typeof scheduledGame>[0] = {}): StatsGame {
  const game = scheduledGame({ day: DAY, gamePk: 77, ...options })
  const named = (side: typeof game.teams.home, abbreviation: string) => ({
    ...side,
    team: { ...side.team, abbreviation },
  })
  const teams = { home: named(game.teams.home, 'NYY'), away: named(game.teams.away, 'BOS') }
  return statsGameSchema.parse({ ...game, teams })
}

/** The picks of a user, and a league with the given games and no logs. */
function recorderFixture(games: StatsGame[], waiting: readonly string[], scheduleFails = false) {
  let unavailable = scheduleFails
  const written: PickForecastRecord[] = []
  const { repositories } = fakeDeps({})
  const stats = {
    ...emptyUpstream.stats,
    schedule: async () => {
      if (unavailable) throw new Error('unavailable')
      return { value: games, readAt: '2026-07-18T23:30:00.000Z', ageSeconds: 0, stale: false }
    },
  }
  return {
    written,
    recover: () => {
      unavailable = false
    },
    parts: fakeDeps({
      repositories: {
        ...repositories,
        forecasts: {
          ...repositories.forecasts,
          withoutForecast: async () => [...waiting],
          insert: async (_: string, legs: readonly PickForecastRecord[]) => written.push(...legs),
        },
      },
      upstream: { ...emptyUpstream, stats },
      propEvidence: async () => () => null,
      clock: parseLeagueClock('frozen:2026-07-18T23:30:00Z'),
      log: pino({ level: 'silent' }),
    }),
  }
}
const recordForecasts = (
  parts: Parameters<typeof recordSentForecasts>[0],
  user: string,
  picks: readonly Pick[],
) => recordSentForecasts(parts, user, picks.map(toSentPick))
const STARTED_GAME = aGame({ state: 'Live', code: 'I' })

describe('P7 forecast records of picks', () => {
  it('have no forecast when the game has begun, whatever creation time the pick has', async () => {
    const pick = aPick({ createdAt: '2026-07-18T12:00:00Z' })
    const { parts, written } = recorderFixture([STARTED_GAME], [pick.id])
    expect(await recordForecasts(parts, USER, [pick])).toEqual({ added: 1, waiting: [] })
    expect(written).toEqual([
      {
        pick_id: pick.id,
        player_name: 'Bo Bat',
        team: 'NYY',
        person_id: 1,
        game_pk: 77,
        league_day: DAY,
        stat_type: 'Hits',
        line: 1.5,
        side: 'OVER',
        odds_type: 'standard',
        engine: null,
        promised: null,
        promised_low: null,
        promised_high: null,
        game_time: `${DAY}T23:05:00Z`,
      },
    ])
  })
  it('have no forecast from the start time on, even when the schedule still lists the game as open', async () => {
    const pick = aPick()
    const { parts, written } = recorderFixture([aGame()], [pick.id])
    await recordForecasts(parts, USER, [pick])
    expect(written).toMatchObject([{ pick_id: pick.id, promised: null }])
  })
  it('are made once, and only for baseball picks', async () => {
    const recorded = aPick()
    const football = aPick({ sport: 'NFL' }, 1)
    const { parts, written } = recorderFixture([STARTED_GAME], [football.id], true)
    expect(await recordForecasts(parts, USER, [recorded, football])).toEqual({ added: 0, waiting: [] })
    expect(written).toEqual([])
  })
  it('are omitted for a pick without a valid person, market or game', async () => {
    const odd = [
      aPick({ personId: null }),
      aPick({ personId: 3_000_000_000 }, 1),
      aPick({ personId: -1 }, 2),
      aPick({ statType: 'Pickle Balls' }, 3),
      aPick({ gameTime: null }, 4),
      aPick({ team: 'XXX' }, 5),
      aPick({}, 6),
    ]
    const { parts, written } = recorderFixture(
      [STARTED_GAME],
      odd.map(({ id }) => id),
    )
    await recordForecasts(parts, USER, odd)
    expect(written.map(({ pick_id }) => pick_id)).toEqual([odd[6]?.id])
  })
  it('of a doubleheader refer to the game of the pick', async () => {
    const first = aPick({ gameTime: `${DAY}T17:05:00Z` })
    const second = aPick({}, 1)
    const games = [
      aGame({ gamePk: 76, hour: '17:05', state: 'Final', code: 'F' }),
      { ...STARTED_GAME, gameNumber: 2 },
    ]
    const { parts, written } = recorderFixture(games, [first.id, second.id])
    await recordForecasts(parts, USER, [first, second])
    expect(written.map(({ game_pk }) => game_pk)).toEqual([76, 77])
  })
  it('have no game and the start by the book while it is not certain which game the pick is on', async () => {
    const late = aPick({ gameTime: '2026-07-19T04:05:00Z' })
    const untimed = aPick({ gameTime: null }, 1)
    const placeholder = (gamePk: number, gameNumber: number) => {
      const game = aGame({ gamePk, gameNumber, hour: '07:33' })
      return { ...game, status: { ...game.status, startTimeTBD: true } }
    }
    const games = [placeholder(76, 1), placeholder(77, 2)]
    const { parts, written } = recorderFixture(games, [late.id, untimed.id])
    await recordForecasts(parts, USER, [late, untimed])
    expect(written).toMatchObject([
      { game_pk: null, league_day: DAY, game_time: '2026-07-19T04:05:00Z', promised: null },
      { game_pk: null, league_day: DAY, game_time: null, promised: null },
    ])
  })
  it('of the evening refer to the second game of a doubleheader whose start is not set', async () => {
    const pick = aPick()
    const first = aGame({ gamePk: 76, hour: '17:05', state: 'Live', code: 'I' })
    const second = aGame({ gamePk: 77, gameNumber: 2, hour: '07:33', state: 'Live', code: 'I' })
    const { parts, written } = recorderFixture([second, first], [pick.id])
    await recordForecasts(parts, USER, [pick])
    expect(written).toMatchObject([{ game_pk: 77, league_day: DAY }])
  })
})

/** A timer whose minutes pass on demand. */
function minuteTimer() {
  const waiting = new Set<() => Promise<void>>()
  return {
    schedule: (ms: number, work: () => Promise<void>) => {
      expect(ms).toBe(60_000)
      waiting.add(work)
      return () => {
        waiting.delete(work)
      }
    },
    waiting: () => waiting.size,
    async pass(): Promise<void> {
      const due = [...waiting]
      waiting.clear()
      for (const work of due) await work()
    },
  }
}

describe('P4 P7 picks that are synced while the league is unavailable', () => {
  it('are stored, and their forecast records are retried until the league is available', async () => {
    const pick = aPick()
    const { parts, written, recover } = recorderFixture([STARTED_GAME], [pick.id], true)
    const time = minuteTimer()
    const recorder = createForecastRecorder(time.schedule)
    const ports = {
      merge: async () => ({ added: [], gone: [] }),
      recordForecasts: (user: string, picks: readonly Pick[]) => recorder(parts, user, picks),
    }
    const answer = await syncPicks(ports, USER, { picks: [pick] })
    expect(answer).toEqual({ success: true, added: [], gone: [] })
    for (let minute = 0; minute < 5; minute += 1) await time.pass()
    expect([written, time.waiting()]).toEqual([[], 1])
    recover()
    await time.pass()
    expect(written.map(({ pick_id }) => pick_id)).toEqual([pick.id])
    expect(time.waiting()).toBe(0)
  })
  it('are replaced by the picks of a newer sync, and their retries end after half an hour', async () => {
    const one = aPick()
    const two = aPick({}, 1)
    const { parts } = recorderFixture([STARTED_GAME], [one.id, two.id], true)
    const time = minuteTimer()
    const recorder = createForecastRecorder(time.schedule)
    await recorder(parts, USER, [one])
    await recorder(parts, USER, [one, two])
    for (let minute = 0; minute < 29; minute += 1) {
      expect(time.waiting()).toBe(1)
      await time.pass()
    }
    await time.pass()
    expect(time.waiting()).toBe(0)
  })
  it('are retried for a hundred users at most', async () => {
    const pick = aPick()
    const { parts } = recorderFixture([STARTED_GAME], [pick.id], true)
    const time = minuteTimer()
    const recorder = createForecastRecorder(time.schedule)
    for (let at = 0; at < 105; at += 1) await recorder(parts, `user ${at}`, [pick])
    expect(time.waiting()).toBe(100)
  })
})

import type { Pick } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { PickForecastRecord } from '../../repositories/forecast-records.ts'
import { type StatsGame, statsGameSchema } from '../../sources/stats/format/schedule.ts'
import { scheduledGame } from '../../sources/testing/stats-bodies.ts'
import { emptyUpstream, fakeDeps } from '../../testing/fake-deps.ts'
import { createForecastRecorder, recordForecasts as promise, syncPicks, toSentPick } from './sync-picks.ts'

const [USER, DAY] = ['7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d', '2026-07-18']

const aPick = (changes: Partial<Pick> = {}, at = 0): Pick => ({
  ...{ id: `pick_178439040000${at}_abc123`, playerName: 'Bo Bat', sport: 'MLB', confidence: 99 },
  ...{ projectedStatLine: '', extractedStatLine: null, originalStats: '1.5 More Hits', reasoning: '' },
  bettingAnalysis: { projectedTotal: null, recommendation: 'OVER', bettingLine: 1.5 },
  ...{ defensiveAnalysis: null, injuryImpact: null, recentForm: null, overHitPercentage: null },
  ...{ createdAt: '2026-07-18T15:00:00Z', expiresAt: '2026-07-19T11:00:00Z', statType: 'Hits' },
  ...{ oddsType: 'standard', team: 'NYY', opponent: 'BOS', homeAway: 'HOME', gameId: null, personId: 1 },
  ...{ gameTime: `${DAY}T23:05:00Z`, sample: { window: 10, over: 5, under: 5, push: 0 }, games: [] },
  ...{ source: 'sample', unavailable: {} },
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
function stage(games: StatsGame[], waiting: readonly string[], scheduleFails = false) {
  let away = scheduleFails
  const written: PickForecastRecord[] = []
  const { repositories } = fakeDeps({})
  const stats = {
    ...emptyUpstream.stats,
    schedule: async () => {
      if (away) throw new Error('away')
      return { value: games, readAt: '2026-07-18T23:30:00.000Z', ageSeconds: 0, stale: false }
    },
  }
  return {
    written,
    back: () => {
      away = false
    },
    parts: {
      repositories: {
        ...repositories,
        picks: { ...repositories.picks, merge: async () => ({ added: [], gone: [] }) },
        track: {
          ...repositories.track,
          withoutForecast: async () => [...waiting],
          promise: async (_: string, legs: readonly PickForecastRecord[]) => written.push(...legs),
        },
      },
      upstream: { ...emptyUpstream, stats },
      clock: parseLeagueClock('frozen:2026-07-18T23:30:00Z'),
      log: pino({ level: 'silent' }),
    },
  }
}
const recordForecasts = (parts: Parameters<typeof promise>[0], user: string, picks: readonly Pick[]) =>
  promise(parts, user, picks.map(toSentPick))
const BEGUN = aGame({ state: 'Live', code: 'I' })

describe('P7 forecast records of picks', () => {
  it('have no forecast when the game has begun, whatever creation time the pick has', async () => {
    const pick = aPick({ createdAt: '2026-07-18T12:00:00Z' })
    const { parts, written } = stage([BEGUN], [pick.id])
    expect(await recordForecasts(parts, USER, [pick])).toEqual({ added: 1, waiting: [] })
    expect(written).toEqual([
      {
        ...{
          pick_id: pick.id,
          player_name: 'Bo Bat',
          team: 'NYY',
          person_id: 1,
          game_pk: 77,
          league_day: DAY,
        },
        ...{ stat_type: 'Hits', line: 1.5, side: 'OVER', odds_type: 'standard', engine: null },
        ...{ promised: null, promised_low: null, promised_high: null },
      },
    ])
  })
  it('have no forecast from the start time on, even when the schedule still lists the game as open', async () => {
    const pick = aPick()
    const { parts, written } = stage([aGame()], [pick.id])
    await recordForecasts(parts, USER, [pick])
    expect(written).toMatchObject([{ pick_id: pick.id, promised: null }])
  })
  it('are made once, and only for baseball picks', async () => {
    const [known, football] = [aPick(), aPick({ sport: 'NFL' }, 1)]
    const { parts, written } = stage([BEGUN], [football.id], true)
    expect(await recordForecasts(parts, USER, [known, football])).toEqual({ added: 0, waiting: [] })
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
    const { parts, written } = stage(
      [BEGUN],
      odd.map(({ id }) => id),
    )
    await recordForecasts(parts, USER, odd)
    expect(written.map(({ pick_id }) => pick_id)).toEqual([odd[6]?.id])
  })
  it('of a doubleheader refer to the game of the pick', async () => {
    const [first, second] = [aPick({ gameTime: `${DAY}T17:05:00Z` }), aPick({}, 1)]
    const games = [
      aGame({ gamePk: 76, hour: '17:05', state: 'Final', code: 'F' }),
      { ...BEGUN, gameNumber: 2 },
    ]
    const { parts, written } = stage(games, [first.id, second.id])
    await recordForecasts(parts, USER, [first, second])
    expect(written.map(({ game_pk }) => game_pk)).toEqual([76, 77])
  })
})

/** A timer whose minutes pass on demand. */
function minutes() {
  const waiting = new Set<() => Promise<void>>()
  return {
    after: (ms: number, work: () => Promise<void>) => {
      expect(ms).toBe(60_000)
      waiting.add(work)
      return () => void waiting.delete(work)
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
    const { parts, written, back } = stage([BEGUN], [pick.id], true)
    const time = minutes()
    const answer = await syncPicks(parts, USER, { picks: [pick] }, createForecastRecorder(time.after))
    expect(answer).toEqual({ success: true, added: [], gone: [] })
    for (let minute = 0; minute < 5; minute += 1) await time.pass()
    expect([written, time.waiting()]).toEqual([[], 1])
    back()
    await time.pass()
    expect(written.map(({ pick_id }) => pick_id)).toEqual([pick.id])
    expect(time.waiting()).toBe(0)
  })
  it('are replaced by the picks of a newer sync, and their retries end after half an hour', async () => {
    const [one, two] = [aPick(), aPick({}, 1)]
    const { parts } = stage([BEGUN], [one.id, two.id], true)
    const time = minutes()
    const later = createForecastRecorder(time.after)
    await syncPicks(parts, USER, { picks: [one] }, later)
    await syncPicks(parts, USER, { picks: [one, two] }, later)
    for (let minute = 0; minute < 29; minute += 1) {
      expect(time.waiting()).toBe(1)
      await time.pass()
    }
    await time.pass()
    expect(time.waiting()).toBe(0)
  })
  it('are retried for a hundred users at most', async () => {
    const pick = aPick()
    const { parts } = stage([BEGUN], [pick.id], true)
    const time = minutes()
    const later = createForecastRecorder(time.after)
    for (let at = 0; at < 105; at += 1) await later(parts, `user ${at}`, [toSentPick(pick)])
    expect(time.waiting()).toBe(100)
  })
})

import type { TrackLeg } from '@propsight/shared/contracts'
import { type StatsGame, statsGameSchema } from '../../../../sources/stats/format/schedule.ts'
import { battingCounts, scheduledGame } from '../../../../sources/testing/stats-bodies.ts'
import type { Upstream } from '../../../../sources/upstream.ts'
import { refusingUpstream } from '../../../../testing/fake-deps.ts'

export const DAY = '2026-07-18'
export const FINAL = { state: 'Final', code: 'F' } as const
export const LIVE = { state: 'Live', code: 'I' } as const

export const aGame = (options: Parameters<typeof scheduledGame>[0] = {}): StatsGame =>
  statsGameSchema.parse(scheduledGame({ day: DAY, gamePk: 77, ...options }))

/** Fixture: batting counts of one game with four plate appearances and no missing count. */
export const batted = (hits: number, more: object = {}) => ({
  ...battingCounts(hits),
  ...more,
})
export const pitched = (strikeOuts: number, more: object = {}) => ({
  outs: 18,
  inningsPitched: '6.0',
  strikeOuts,
  hits: 5,
  earnedRuns: 2,
  baseOnBalls: 1,
  ...more,
})

interface Stats {
  batting?: object
  pitching?: object
}
/** Fixture: one club of a box score. @param pitchers person ids in order of appearance */
export const aSide = (players: Record<number, Stats>, pitchers: number[] = []) => ({
  team: { id: 147 },
  batters: [],
  pitchers,
  players: Object.fromEntries(
    Object.entries(players).map(([id, { batting = {}, pitching = {} }]) => [
      `ID${id}`,
      { person: { id: Number(id), fullName: `Man ${id}` }, stats: { batting, pitching } },
    ]),
  ),
})
/** One batter of the other club, because a box score needs plate appearances of both clubs. */
export const VISITORS = aSide({ 900: { batting: batted(0) } })
export const aBox = (home: ReturnType<typeof aSide>, away = VISITORS) => ({ teams: { home, away } })

/**
 * A league whose answers a test may change between passes. `readAt` is the read time of schedules and box
 * scores.
 */
export interface FakeLeague {
  days: Record<string, StatsGame[]>
  boxes: Record<number, unknown>
  readAt: { day: string; box: string }
  /** Thrown by every request when set. */
  failure: Error | null
  requests: string[]
}
export function fakeLeague(changes: Partial<FakeLeague> = {}): { league: FakeLeague; upstream: Upstream } {
  const league: FakeLeague = {
    days: {},
    boxes: {},
    failure: null,
    requests: [],
    readAt: { day: '2026-07-19T04:00:00.000Z', box: '2026-07-19T04:00:01.000Z' },
    ...changes,
  }
  const answer = <T>(question: string, value: T, readAt: string) => {
    league.requests.push(question)
    if (league.failure) throw league.failure
    return { value, readAt, ageSeconds: 0, stale: false }
  }
  const stats: Upstream['stats'] = {
    ...refusingUpstream.stats,
    schedule: async (day) => answer(day, league.days[day] ?? [], league.readAt.day),
    raw: async (path) => answer(path, league.boxes[Number(path.split('/')[4])], league.readAt.box),
  }
  return { league, upstream: { ...refusingUpstream, stats } }
}

let legs = 0
/** An open leg over 1.5 hits of person 1 in game 77. */
export const anOpenLeg = (changes: Partial<TrackLeg> = {}): TrackLeg => {
  legs += 1
  return {
    id: `00000000-0000-4000-8000-${String(legs).padStart(12, '0')}`,
    parlay_id: null,
    leg: null,
    pick_id: `pick_1784390400000_leg${legs}x`,
    player_name: 'Bo Bat',
    team: 'NYY',
    person_id: 1,
    game_pk: 77,
    league_day: DAY,
    stat_type: 'Hits',
    line: 1.5,
    side: 'OVER',
    odds_type: 'standard',
    promised: 60,
    promised_low: 50,
    promised_high: 70,
    engine: 'engine-1',
    promised_at: '',
    status: 'pending',
    actual: null,
    settled_at: null,
    price: null,
    price_book: null,
    no_vig: null,
    closing_price: null,
    closing_no_vig: null,
    closed_at: null,
    game_time: null,
    book: 'prizepicks',
    ...changes,
  }
}

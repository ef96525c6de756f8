import { defineAnswers } from '@propsight/harness'
import { pickToRow } from '@propsight/shared/client'
import type { Pick, TrackLeg } from '@propsight/shared/contracts'
import { pickExpiry } from '@propsight/shared/domain'

/** The reason for each part that a pick does not have. */
const MISSING_REASONS = {
  injuryImpact: 'No injury or move of the player is known.',
  weather: 'The game is played under a fixed roof.',
  stadiumFactors:
    'The park factors of Sutter Health Park, West Sacramento were not known when the pick was saved.',
  handednessAdvantage: 'The park factors do not split left- and right-handed batters.',
}

/** Every optional part of a pick: the game context and further statistics. */
export const GAME_CONTEXT: Partial<Pick> = {
  recentForm: '1.6 a game over the last 5, 1.2 over the last 10: rising',
  injuryImpact: 'Back: paternity list, July 2. Reinstated.',
  defensiveAnalysis: 'The other side allows few hits to left-handed batters.',
  weather: {
    temperature: 88,
    windSpeed: 16,
    humidity: 40,
    conditions: 'Clear',
    rainChance: 5,
    primaryWeatherFactor: '88°F, wind 16 mph out to left',
    weatherImpactScore: 22,
    overallConditions: { rating: 'GOOD' },
    homeRunConditions: { rating: 'EXCELLENT' },
    pitchingConditions: { rating: 'POOR' },
  },
  stadiumFactors: {
    city: 'Seattle',
    factors: { overall: { homeRuns: 0.88 } },
    handednessAdvantage: 'Left-handed batters',
    specialFeatures: 'Retractable roof',
  },
  opposingPitcher: {
    personId: 2,
    name: 'Gareth Lindqvist',
    handedness: 'L',
    team: 'TEX',
    era: '4.81',
    whip: '1.48',
    strikeOuts: 78,
    wins: 5,
    losses: 8,
    strikeOutsPer9: '7.1',
    hitsPer9: '9.6',
  },
  batterVsPitcherHistory: { atBats: 17, hits: 6, homeRuns: 1, baseOnBalls: 2, strikeOuts: 3, avg: '.353' },
  advancedAnalytics: { probabilityOver: 81, expectedValue: 2.1, last5Games: [2, 2, 0, 3, 2], overRate: 70 },
  actualAverages: { Hits: 1.31, 'Total Bases': 2.04, Runs: 0.71 },
}

export interface SavedPick {
  player: string
  team: string
  stat: string
  line: number
  over: number
  under: number
  push?: number
  /** Probability and its interval in percent; absent for a pick that was saved before the engine existed. */
  forecast?: readonly [percent: number, low: number, high: number]
  call: 'OVER' | 'UNDER'
  oddsType?: Pick['oddsType']
  hoursAgo: number
  /** Status and actual value; pending when absent. */
  ended?: readonly [status: TrackLeg['status'], actual: number | null]
  /** Whether nothing decides which game of a day it is on. */
  isGameUncertain?: boolean
}

/** Invented players: one fresh pick, one of a suspended game, one of an uncertain game, some settled, one with a push, one that expires soon. */
export const SAVED_PICKS: readonly SavedPick[] = [
  {
    player: 'Ike Barrow',
    team: 'SEA',
    stat: 'Hits',
    line: 1.5,
    over: 7,
    under: 3,
    call: 'OVER',
    forecast: [81, 76, 86],
    hoursAgo: 0.2,
  },
  {
    player: 'Tomas Wynn',
    team: 'CHC',
    stat: 'Total Bases',
    line: 2,
    over: 6,
    under: 3,
    push: 1,
    call: 'OVER',
    forecast: [44, 38, 50],
    hoursAgo: 6,
    ended: ['in-progress', 1],
  },
  {
    player: 'Jory Castane',
    team: 'BOS',
    stat: 'Hits',
    line: 0.5,
    over: 8,
    under: 2,
    call: 'OVER',
    forecast: [68, 62, 73],
    hoursAgo: 9,
    ended: ['suspended', 1],
  },
  {
    player: 'Abel Nwosu',
    team: 'TOR',
    stat: 'Total Bases',
    line: 1.5,
    over: 5,
    under: 5,
    call: 'OVER',
    hoursAgo: 2,
    isGameUncertain: true,
  },
  {
    player: 'Dal Okafor',
    team: 'NYY',
    stat: 'Pitcher Strikeouts',
    line: 6.5,
    over: 3,
    under: 7,
    call: 'UNDER',
    forecast: [61, 53, 67],
    hoursAgo: 11,
    ended: ['winner', 5],
  },
  {
    player: 'Remy Castellan',
    team: 'LAD',
    stat: 'Runs',
    line: 0.5,
    over: 8,
    under: 2,
    call: 'OVER',
    oddsType: 'demon',
    hoursAgo: 18.6,
    ended: ['no-game', null],
  },
]

const HOUR_MS = 3_600_000

/** Fixed at load time, so that ids and times stay the same over all reads of the tables. */
const STARTED = Date.now()

/** The games of a pick are first those over the line, then those under it, then pushes. */
function gameValue({ line, over, under }: SavedPick, game: number): number {
  if (game < over) return Math.ceil(line + 0.5)
  if (game < over + under) return 0
  return line
}

function pickOf(saved: SavedPick, index: number): Pick {
  const created = new Date(STARTED - saved.hoursAgo * HOUR_MS)
  const { over, under, push = 0, forecast } = saved
  const rate = Math.round((over / (over + under)) * 1000) / 10
  return {
    id: `pick_${created.getTime()}_sample${index}`,
    playerName: saved.player,
    sport: 'MLB',
    confidence: forecast?.[0] ?? null,
    ...(forecast && {
      forecast: {
        low: forecast[1],
        high: forecast[2],
        push: push * 20,
        fairLine: saved.line,
        engine: null,
      },
    }),
    projectedStatLine: '',
    extractedStatLine: null,
    originalStats: `${saved.line} More ${saved.stat}`,
    bettingAnalysis: { projectedTotal: null, recommendation: saved.call, bettingLine: saved.line },
    defensiveAnalysis: null,
    injuryImpact: null,
    recentForm: null,
    overHitPercentage: rate,
    reasoning: `Over in ${over} of ${over + under}.`,
    createdAt: created.toISOString(),
    expiresAt: pickExpiry(created).toISOString(),
    statType: saved.stat,
    oddsType: saved.oddsType ?? 'standard',
    team: saved.team,
    opponent: 'TEX',
    homeAway: index % 2 ? 'AWAY' : 'HOME',
    gameTime: null,
    gameId: null,
    personId: null,
    sample: { window: over + under + push, over, under, push },
    games: Array.from({ length: over + under + push }, (_, game) => ({
      date: new Date(created.getTime() - (over + under + push - game) * 24 * HOUR_MS)
        .toISOString()
        .slice(0, 10),
      value: gameValue(saved, game),
      result: game < over ? ('OVER' as const) : ('UNDER' as const),
      push: game >= over + under,
      opponent: game % 2 ? 'TEX' : 'HOU',
      homeAway: game % 3 ? ('HOME' as const) : ('AWAY' as const),
    })),
    source: 'sample',
    unavailable: index === 0 ? {} : MISSING_REASONS,
    ...(index === 0 && GAME_CONTEXT),
  }
}

/** Sportsbook prices of a pick; every third one is on a line that no book quotes. */
function pricesOf(index: number, isClosed: boolean) {
  if (index % 3 === 2) return {}
  const noVig = 47.9 + index
  return {
    price: 105 + 10 * index,
    price_book: index % 2 ? 'Harbor' : 'Northfield',
    no_vig: noVig,
    ...(isClosed && {
      closing_price: -102,
      closing_no_vig: noVig + 1.8,
      closed_at: new Date(STARTED).toISOString(),
    }),
  }
}

/** The forecast record of a pick, with its status. */
function legOf(saved: SavedPick, index: number, userId: string) {
  const pick = pickOf(saved, index)
  const [status, actual] = saved.ended ?? (['pending', null] as const)
  return {
    id: `00000000-0000-4000-8000-00000000000${index}`,
    user_id: userId,
    pick_id: pick.id,
    parlay_id: null,
    leg: null,
    player_name: saved.player,
    team: saved.team,
    person_id: null,
    game_pk: saved.isGameUncertain ? null : 777_000 + index,
    league_day: pick.createdAt.slice(0, 10),
    stat_type: saved.stat,
    line: saved.line,
    side: saved.call,
    odds_type: saved.oddsType ?? 'standard',
    promised: saved.forecast?.[0] ?? null,
    promised_low: saved.forecast?.[1] ?? null,
    promised_high: saved.forecast?.[2] ?? null,
    engine: null,
    promised_at: pick.createdAt,
    status,
    actual,
    settled_at: null,
    ...pricesOf(index, status !== 'pending'),
  }
}

export default defineAnswers({
  api: { 'POST /api/sync-picks': () => ({ success: true, added: [], gone: [] }) },
  rpc: { cleanup_expired_picks: () => 0 },
  tables: {
    my_picks: ({ userId }) =>
      userId ? SAVED_PICKS.map((saved, index) => ({ ...pickToRow(pickOf(saved, index), userId) })) : [],
    track_legs: ({ userId }) =>
      userId ? SAVED_PICKS.map((saved, index) => legOf(saved, index, userId)) : [],
  },
})

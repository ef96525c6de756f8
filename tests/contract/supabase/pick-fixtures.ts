import { randomUUID } from 'node:crypto'
import type { Parlay, Pick } from '@propsight/shared/contracts'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { User } from './persona-clients.ts'

const HOUR_MS = 3_600_000
let parlayCount = 0

export const newPickId = (): string => `pick_${Date.now()}_${randomUUID().replaceAll('-', '').slice(0, 12)}`

/** A pick as a browser stores it. @param ageHours hours since it was saved */
export const createPick = (more: Partial<Pick> = {}, ageHours = 0): Pick => {
  const savedAt = Date.now() - ageHours * HOUR_MS
  return {
    id: newPickId(),
    playerName: "Ramón O'Neill-Díaz Jr.",
    sport: 'MLB',
    confidence: 61,
    projectedStatLine: '1.7 hits',
    extractedStatLine: null,
    originalStats: '1.5 More Hits',
    bettingAnalysis: { projectedTotal: null, recommendation: 'OVER', bettingLine: 1.5 },
    defensiveAnalysis: null,
    injuryImpact: null,
    recentForm: null,
    overHitPercentage: 60,
    reasoning: 'Went over in 6 of 10',
    createdAt: new Date(savedAt).toISOString(),
    expiresAt: new Date(savedAt + 20 * HOUR_MS).toISOString(),
    statType: 'Hits',
    oddsType: 'standard',
    team: 'NYM',
    opponent: null,
    homeAway: null,
    gameTime: null,
    gameId: null,
    personId: 1,
    sample: { window: 10, over: 6, under: 4, push: 0 },
    games: [],
    source: 'sample',
    unavailable: {},
    ...more,
  }
}

/** A forecast of a leg, with the column names of `track_legs`. */
export const createForecastRow = (more: Record<string, unknown> = {}) => ({
  player_name: 'Mateo Villareal',
  team: 'NYM',
  person_id: 660_271,
  game_pk: 777_001,
  league_day: '2026-07-18',
  stat_type: 'Hits',
  line: 1.5,
  side: 'OVER',
  odds_type: 'standard',
  promised: 61.3,
  promised_low: 55,
  promised_high: 67.2,
  engine: 'engine-test',
  ...more,
})

const createLeg = (n: number): Parlay['picks'][number] => ({
  pickId: `pick_1790000000000_leg${n}`,
  playerName: `Player ${n}`,
  team: 'NYM',
  sport: 'MLB',
  statType: 'Hits',
  bettingLine: 1.5,
  bettingRecommendation: 'OVER',
  oddsType: 'standard',
  projectedStatLine: '1.7 hits',
  projectedValue: 1.7,
  probability: { value: 61.3, low: 55, high: 67.2 },
  personId: n,
  gamePk: 777_001,
  leagueDay: '2026-07-18',
  opponent: null,
  homeAway: null,
})

/** A parlay as the API answers it. */
export const createParlay = (rank = 1, size = 2): Parlay => ({
  id: randomUUID(),
  rank,
  // Ignored: the database sets the time.
  createdAt: '2020-01-01T00:00:00Z',
  parlaySize: size,
  overallConfidence: 37.6,
  interval: { low: 30.1, high: 45.2 },
  independent: 36,
  expectedValue: { value: 12.8, low: -4, high: 30 },
  recommendedUnits: 1.25,
  words: null,
  pays: 3,
  breakEven: 33.3,
  unpriced: null,
  picks: Array.from({ length: size }, (_, n) => createLeg(n + 1)),
  insights: { primary: 'Strength', trend: 'Trend', risk: 'Risk' },
  engine: 'engine-test',
})

/** `p_parlays` of `save_parlays`. @param count number of parlays, each of two legs */
export const parlaysToSave = (count = 1) =>
  Array.from({ length: count }, (_, n) => {
    parlayCount += 1
    const legs = [1, 2].map((leg) =>
      createForecastRow({ leg, player_name: `Player ${leg}`, person_id: parlayCount * 10 + leg }),
    )
    return { details: createParlay(n + 1), legs }
  })

/** Creates a live pick with a forecast record, and a deleted pick. @throws Error of the data service */
export async function saveForecastAndDeletedPick(
  admin: SupabaseClient,
  user: User,
): Promise<{ recorded: Pick; deleted: Pick }> {
  const recorded = createPick()
  const deleted = createPick()
  const p_user = user.id
  const answers = [
    await admin.rpc('merge_picks', { p_user, p_picks: [recorded, deleted] }),
    await admin.rpc('record_forecasts', { p_user, p_legs: [createForecastRow({ pick_id: recorded.id })] }),
    await user.client.from('my_picks').delete().eq('id', deleted.id),
  ]
  for (const { error } of answers) if (error) throw new Error(error.message)
  return { recorded, deleted }
}

import { pickToRow } from '@propsight/shared/client'
import type {
  GenerateParlayResponse,
  Parlay,
  ParlayLegWire,
  PastParlayRow,
  Pick,
  PickRow,
  TrackLeg,
} from '@propsight/shared/contracts'
import { PRICE_RECORD } from '@propsight/shared/domain/engine'
import { afterAll, beforeAll } from 'vitest'
import { aLeg as trackLeg } from './pick-fixtures.ts'

export const USER_ID = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A saved pick that was created an hour ago, each higher number a second earlier, and expires in 19 hours. */
export function aPickRow(number: number, more: Partial<Pick> = {}): PickRow {
  const pick: Pick = {
    id: `pick_175285000000${number}_abc123`,
    playerName: ['Dax Holloway', 'Cal Whitlock', 'Gareth Lindqvist'][number] ?? `Player ${number}`,
    sport: 'MLB',
    confidence: 63,
    projectedStatLine: '2.1 Total Bases',
    extractedStatLine: null,
    originalStats: '1.5 More Total Bases',
    bettingAnalysis: { projectedTotal: 2.1, recommendation: 'OVER', bettingLine: 1.5 },
    defensiveAnalysis: null,
    injuryImpact: null,
    recentForm: null,
    overHitPercentage: 70,
    reasoning: '',
    // A second apart, so that the order does not depend on how long creating the rows takes.
    createdAt: new Date(Date.now() - 3_600_000 - number * 1_000).toISOString(),
    expiresAt: new Date(Date.now() + 19 * 3_600_000).toISOString(),
    statType: 'Total Bases',
    oddsType: 'standard',
    team: 'CIN',
    opponent: 'COL',
    homeAway: 'AWAY',
    gameTime: null,
    gameId: null,
    personId: number + 1,
    sample: { window: 10, over: 7, under: 3, push: 0 },
    games: [],
    source: 'sample',
    unavailable: {},
    ...more,
  }
  return pickToRow(pick, USER_ID)
}

export const aLeg = (number: number, more: Partial<ParlayLegWire> = {}): ParlayLegWire => ({
  pickId: `pick_175285000000${number}_abc123`,
  playerName: ['Dax Holloway', 'Cal Whitlock', 'Gareth Lindqvist'][number] ?? `Player ${number}`,
  team: ['CIN', 'BOS', 'TEX'][number] ?? 'SEA',
  sport: 'mlb',
  statType: 'Total Bases',
  bettingLine: 1.5,
  bettingRecommendation: number === 1 ? 'UNDER' : 'OVER',
  oddsType: 'standard',
  projectedStatLine: '2.1 Total Bases, expected',
  projectedValue: 2.1,
  probability: { value: 63 - number, low: 57 - number, high: 69 - number },
  personId: number + 1,
  gamePk: 700 + number,
  leagueDay: '2026-07-18',
  opponent: 'COL',
  homeAway: 'AWAY',
  ...more,
})

/** Gives a market a record that supports edges, as no shipped one does, during the tests of a file. */
export function openGate(stat: string): void {
  const won = { stat, price: 'first', rule: 'interval', n: 500, days: 90, roi: 0.05, low: 0.01, high: 0.09 }
  const { bets } = PRICE_RECORD
  beforeAll(() => void Object.assign(PRICE_RECORD, { bets: [won] }))
  afterAll(() => void Object.assign(PRICE_RECORD, { bets }))
}

export const aParlay = (rank: number, more: Partial<Parlay> = {}): Parlay => ({
  id: uuid(rank),
  rank,
  createdAt: '2026-07-18T20:05:00.000Z',
  parlaySize: 3,
  overallConfidence: 23.4,
  interval: { low: 17.6, high: 29.8 },
  independent: 23.4,
  expectedValue: { value: 17.2, low: -12, high: 49 },
  recommendedUnits: 0.5,
  words: null,
  pays: 5,
  breakEven: 20,
  unpriced: null,
  picks: [aLeg(0), aLeg(1), aLeg(2)],
  insights: {
    primary: 'Dax Holloway leads at 63%.',
    trend: 'Over in 7 of 10.',
    risk: 'Three legs must hit.',
  },
  engine: '2026.11.22',
  book: 'prizepicks',
  rulesOf: '2026-09-01',
  ...more,
})

export const anAnswer = (more: Partial<GenerateParlayResponse> = {}): GenerateParlayResponse => ({
  success: true,
  parlays: [
    aParlay(1),
    aParlay(2, { overallConfidence: 21.6 }),
    aParlay(3, { overallConfidence: 19.1, words: 'no edge shown', recommendedUnits: 0 }),
  ],
  leftOut: [],
  wording: 'engine',
  ...more,
})

/** A row of `past_parlays` with the parlay in `details`. */
export const aPastParlay = (number: number, more: Partial<PastParlayRow> = {}): PastParlayRow => ({
  id: uuid(number),
  created_at: '2026-07-18T20:05:00.000Z',
  parlay_size: 3,
  overall_confidence: 23.4,
  expected_value: 17.2,
  recommended_units: 0.5,
  details: aParlay(1, { id: uuid(number) }),
  outcome: 'pending',
  paid: null,
  settled_at: null,
  ...more,
})

export const aTrackLeg = (number: number, more: Partial<TrackLeg> = {}): TrackLeg =>
  trackLeg({
    id: uuid(10_000 + number),
    pick_id: `pick_175285000000${number}_abc123`,
    player_name: `Player ${number}`,
    person_id: number,
    game_pk: 700 + number,
    status: 'winner',
    actual: 2,
    settled_at: '2026-07-19T03:00:00.000Z',
    ...more,
  })

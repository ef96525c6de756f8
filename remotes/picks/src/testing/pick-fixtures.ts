import { pickToRow } from '@propsight/shared/client'
import type { Pick, PickRow, TrackLeg } from '@propsight/shared/contracts'

export const USER_ID = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
/** Two hours after the creation time of `aPick`. */
export const NOW = Date.parse('2026-07-18T18:00:00Z')

/** A pick with the fields that quick mode saves. */
export const aPick = (more: Partial<Pick> = {}): Pick => ({
  id: 'pick_1752850000000_abc123',
  playerName: 'Dax Holloway',
  sport: 'MLB',
  confidence: 63,
  forecast: { low: 57, high: 69, push: 0, fairLine: 2.1, engine: '2026.11.22' },
  projectedStatLine: '2.0 Total Bases, expected',
  extractedStatLine: null,
  originalStats: '1.5 More Total Bases',
  bettingAnalysis: { projectedTotal: 2, recommendation: 'OVER', bettingLine: 1.5 },
  defensiveAnalysis: null,
  injuryImpact: null,
  recentForm: null,
  overHitPercentage: 70,
  reasoning: '',
  createdAt: '2026-07-18T16:00:00Z',
  expiresAt: '2026-07-19T12:00:00Z',
  statType: 'Total Bases',
  oddsType: 'standard',
  team: 'CIN',
  opponent: 'COL',
  homeAway: 'AWAY',
  gameTime: null,
  gameId: null,
  personId: 1,
  sample: { window: 10, over: 7, under: 3, push: 0 },
  games: [],
  source: 'sample',
  unavailable: {},
  ...more,
})

export const aRow = (more: Partial<Pick> = {}): PickRow => pickToRow(aPick(more), USER_ID)

/** The optional fields of a line: no sportsbook quoted it. */
export const NO_PRICES = {
  price: null,
  price_book: null,
  no_vig: null,
  closing_price: null,
  closing_no_vig: null,
  closed_at: null,
  game_time: null,
  book: 'prizepicks',
} as const

/** The forecast record of `aPick`, with its status. */
export const aLeg = (more: Partial<TrackLeg> = {}): TrackLeg => ({
  id: '0b8f3c1e-6a43-4c8e-9d5f-1f2a3b4c5d6e',
  pick_id: 'pick_1752850000000_abc123',
  parlay_id: null,
  leg: null,
  player_name: 'Dax Holloway',
  team: 'CIN',
  person_id: 1,
  game_pk: 777,
  league_day: '2026-07-18',
  stat_type: 'Total Bases',
  line: 1.5,
  side: 'OVER',
  odds_type: 'standard',
  promised: 63,
  promised_low: 57,
  promised_high: 69,
  engine: '2026.11.22',
  promised_at: '2026-07-18T16:00:02Z',
  status: 'pending',
  actual: null,
  settled_at: null,
  ...NO_PRICES,
  ...more,
})

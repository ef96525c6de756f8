import type { Page } from '@playwright/test'
import type { GenerateParlayResponse, Parlay } from '@propsight/shared/contracts'

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const CREATED = Date.parse('2026-07-18T20:05:00Z')
const PLAYERS = ['Dax Holloway', 'Cal Whitlock', 'Gareth Lindqvist']
/** Two clubs, as the book asks for. */
const CLUBS = ['CIN', 'COL', 'CIN'] as const

function aParlay(number: number, rank: number, created = CREATED): Parlay {
  const createdAt = new Date(created).toISOString()
  const joint = 23.4 - rank
  return {
    id: uuid(number),
    rank,
    createdAt,
    parlaySize: 3,
    overallConfidence: joint,
    interval: { low: joint - 5.8, high: joint + 6.4 },
    independent: joint - 1.2,
    expectedValue: { value: 5 * joint - 100, low: -12, high: 49 },
    recommendedUnits: 0.5,
    words: rank === 3 ? 'no edge shown' : null,
    pays: 5,
    breakEven: 20,
    unpriced: null,
    engine: 'sample',
    picks: PLAYERS.map((playerName, at) => ({
      pickId: `pick_175285000000${at}_sample`,
      playerName,
      team: CLUBS[at] ?? 'CIN',
      sport: 'MLB',
      oddsType: 'standard',
      statType: 'Total Bases',
      bettingLine: 1.5,
      bettingRecommendation: at === 1 ? 'UNDER' : 'OVER',
      projectedStatLine: '2.1 Total Bases, expected',
      projectedValue: 2.1,
      probability: { value: 63 - at, low: 57 - at, high: 69 - at },
      personId: at + 1,
      gamePk: 700 + Math.min(at, 1),
      leagueDay: createdAt.slice(0, 10),
      opponent: at === 1 ? 'CIN' : 'COL',
      homeAway: at === 1 ? 'HOME' : 'AWAY',
      startsAt: `${createdAt.slice(0, 10)}T23:${10 + 5 * Math.min(at, 1)}:00Z`,
    })),
    insights: {
      primary: 'Its likeliest leg is Dax Holloway, 63% likely to go over 1.5 total bases.',
      trend: 'Dax Holloway went over in 7 of the last 10 games.',
      risk: 'Two legs share a game.',
    },
  }
}

type Status = 'winner' | 'loser' | 'in-progress' | 'suspended' | 'pending'

/** The legs of a parlay by its outcome. A lost one has an open leg, which cannot change the outcome. */
const LEGS: Readonly<Record<string, readonly Status[]>> = {
  pending: ['winner', 'in-progress', 'pending'],
  won: ['winner', 'winner', 'winner'],
  lost: ['loser', 'winner', 'suspended'],
}

/** Five rows per day, the newest first. */
const leagueDayOf = (at: number): string =>
  new Date(CREATED - Math.floor(at / 5) * DAY_MS).toISOString().slice(0, 10)

/** Row `at` of an invented pick history: a leg of `parlay`, or a single pick where that is null. */
function aLeg(at: number, parlay: { id: string; leg: number; status: Status } | null) {
  const status = parlay?.status ?? (at % 3 === 0 ? 'loser' : 'winner')
  const forecast = 44 + ((at * 37) % 52)
  const ended = status === 'winner' || status === 'loser'
  return {
    id: uuid(10_000 + at),
    pick_id: parlay ? null : `pick_1752850000${String(at).padStart(4, '0')}_sample`,
    parlay_id: parlay?.id ?? null,
    leg: parlay?.leg ?? null,
    player_name: `Player ${at}`,
    team: CLUBS[(parlay?.leg ?? 1) - 1] ?? 'CIN',
    person_id: at,
    game_pk: 7000 + at,
    league_day: leagueDayOf(at),
    line: 1.5,
    side: 'OVER',
    stat_type: at % 2 ? 'Total Bases' : 'Hits',
    odds_type: 'standard',
    engine: 'sample',
    promised: forecast,
    promised_low: forecast - 6,
    promised_high: forecast + 4,
    promised_at: new Date(CREATED).toISOString(),
    status,
    actual: status === 'pending' ? null : 2,
    settled_at: ended ? new Date(CREATED + DAY_MS).toISOString() : null,
  }
}

/** The newest parlay is not settled; the others are won and lost in turn. */
function resultOf(at: number, created: number) {
  if (at === 0) return { outcome: 'pending', paid: null, settled_at: null }
  const settledAt = new Date(created + DAY_MS).toISOString()
  if (at % 2 === 0) return { outcome: 'lost', paid: 0, settled_at: settledAt }
  return { outcome: 'won', paid: 5, settled_at: settledAt }
}

/** Six parlays in two stacks. */
const PARLAYS = Array.from({ length: 6 }, (_, at) => {
  const created = CREATED - (at < 3 ? at * MINUTE_MS : at * DAY_MS)
  return {
    id: uuid(at + 1),
    created_at: new Date(created).toISOString(),
    parlay_size: 3,
    recommended_units: 0.5,
    overall_confidence: 23.4,
    expected_value: 17.2,
    details: aParlay(at + 1, (at % 3) + 1, created),
    ...resultOf(at, created),
  }
})

export const PARLAY_ANSWER: GenerateParlayResponse = {
  success: true,
  parlays: [1, 2, 3].map((rank) => aParlay(rank, rank)),
  leftOut: [{ pickId: 'pick_1752850000009_sample', reason: 'The game has begun.' }],
  wording: 'engine',
}

/** Answers the page's requests for past parlays and the pick history with invented rows. */
export async function stubPickHistory(page: Page): Promise<void> {
  await page.route('**/rest/v1/past_parlays?**', (route) => route.fulfill({ json: PARLAYS }))
  await page.route('**/rest/v1/track_legs?**', (route) => {
    const ofParlays = new URL(route.request().url()).searchParams.has('parlay_id')
    const legs = ofParlays
      ? PARLAYS.flatMap(({ id, outcome }, at) =>
          (LEGS[outcome] ?? []).map((status, leg) => aLeg(3 * at + leg + 1, { id, leg: leg + 1, status })),
        )
      : Array.from({ length: 60 }, (_, at) => aLeg(at, null))
    return route.fulfill({ json: legs })
  })
}

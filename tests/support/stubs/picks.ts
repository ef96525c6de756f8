import type { Page } from '@playwright/test'
import { pickToRow } from '@propsight/shared/client'
import { isOpenStatus, type Pick } from '@propsight/shared/contracts'

const HOUR_MS = 3_600_000
const USER_ID = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
const STATUSES = ['pending', 'winner', 'loser', 'in-progress', 'push', 'no-game'] as const

/** An invented pick. The first of the list expires soon; side and confidence vary with the index. */
function aPick(at: number): Pick {
  const created = Date.now() - (at === 0 ? 19 : 1) * HOUR_MS - at * 1_000
  const confidence = 45 + ((at * 7) % 50)
  return {
    id: `pick_${created}_sample${String(at).padStart(4, '0')}`,
    playerName: `Player ${String(at).padStart(3, '0')}`,
    sport: 'MLB',
    confidence,
    forecast: { low: confidence - 6, high: confidence + 5, push: 0, fairLine: 1.8, engine: 'sample' },
    projectedStatLine: '1.8 Hits, expected',
    extractedStatLine: null,
    originalStats: '1.5 More Hits',
    bettingAnalysis: { projectedTotal: 1.8, recommendation: at % 3 ? 'OVER' : 'UNDER', bettingLine: 1.5 },
    defensiveAnalysis: null,
    injuryImpact: null,
    recentForm: null,
    overHitPercentage: 70,
    reasoning: 'Over in 7 of 10.',
    createdAt: new Date(created).toISOString(),
    expiresAt: new Date(created + 20 * HOUR_MS).toISOString(),
    statType: 'Hits',
    oddsType: 'standard',
    team: 'SEA',
    opponent: 'TEX',
    homeAway: at % 2 ? 'AWAY' : 'HOME',
    gameTime: null,
    gameId: null,
    personId: null,
    sample: { window: 10, over: 7, under: 3, push: 0 },
    games: Array.from({ length: 10 }, (_, game) => ({
      date: `2026-07-${String(game + 1).padStart(2, '0')}`,
      value: game % 3,
      result: game % 3 > 1.5 ? ('OVER' as const) : ('UNDER' as const),
      opponent: 'TEX',
      homeAway: 'HOME' as const,
    })),
    source: 'sample',
    unavailable: { weather: 'The game is played under a fixed roof.' },
  }
}

const legOf = ({ id, playerName, team, createdAt, bettingAnalysis }: Pick, at: number) => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  user_id: USER_ID,
  pick_id: id,
  parlay_id: null,
  leg: null,
  player_name: playerName,
  team,
  person_id: null,
  game_pk: 777,
  league_day: createdAt.slice(0, 10),
  stat_type: 'Hits',
  line: 1.5,
  side: bettingAnalysis.recommendation,
  odds_type: 'standard',
  promised: null,
  promised_low: null,
  promised_high: null,
  engine: null,
  promised_at: createdAt,
  status: STATUSES[at % STATUSES.length],
  actual: at % STATUSES.length === 5 ? null : 1,
  settled_at: null,
  price: -120 - at,
  price_book: 'Paper Moose',
  no_vig: 52.4,
  ...(isOpenStatus(STATUSES[at % STATUSES.length] ?? 'pending')
    ? {}
    : { closing_price: -131, closing_no_vig: 54.2, closed_at: createdAt }),
})

/** Answers the page's requests for saved picks and their results with `count` invented picks. */
export async function stubPicks(page: Page, count: number): Promise<void> {
  const picks = Array.from({ length: count }, (_, at) => aPick(at))
  await page.route('**/rest/v1/my_picks?**', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: picks.map((pick) => pickToRow(pick, USER_ID)) })
      : route.fulfill({ status: 204 }),
  )
  // The history reads the same table without a time.
  await page.route('**/rest/v1/track_legs?**', (route) =>
    new URL(route.request().url()).searchParams.has('promised_at')
      ? route.fulfill({ json: picks.map(legOf) })
      : route.fallback(),
  )
  await page.route('**/api/sync-picks', (route) =>
    route.fulfill({ json: { success: true, added: [], gone: [] } }),
  )
}

import { defineAnswers } from '@propsight/harness'
import { pickToRow } from '@propsight/shared/client'
import type { Pick } from '@propsight/shared/contracts'
import { pickExpiry } from '@propsight/shared/domain'
import { AROUND, WHY } from './game-context.ts'
import { SAVED, type Saved } from './saved.ts'

const HOUR_MS = 3_600_000

/** Fixed at load time, so that ids and times stay the same over all reads of the tables. */
const STARTED = Date.now()

function pickOf(saved: Saved, index: number): Pick {
  const created = new Date(STARTED - saved.hoursAgo * HOUR_MS)
  const { over, under, push = 0, told } = saved
  const rate = Math.round((over / (over + under)) * 1000) / 10
  return {
    id: `pick_${created.getTime()}_sample${index}`,
    playerName: saved.player,
    sport: 'MLB',
    confidence: told?.[0] ?? null,
    ...(told && {
      forecast: { low: told[1], high: told[2], push: push * 20, fairLine: saved.line, engine: null },
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
    oddsType: saved.odds ?? 'standard',
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
      value: game < over ? Math.ceil(saved.line + 0.5) : game < over + under ? 0 : saved.line,
      result: game < over ? ('OVER' as const) : ('UNDER' as const),
      push: game >= over + under,
      opponent: game % 2 ? 'TEX' : 'HOU',
      homeAway: game % 3 ? ('HOME' as const) : ('AWAY' as const),
    })),
    source: 'sample',
    unavailable: index === 0 ? {} : WHY,
    ...(index === 0 && AROUND),
  }
}

/** The forecast record of a pick, with its status. */
function legOf(saved: Saved, index: number, userId: string) {
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
    game_pk: null,
    league_day: pick.createdAt.slice(0, 10),
    stat_type: saved.stat,
    line: saved.line,
    side: saved.call,
    odds_type: saved.odds ?? 'standard',
    promised: saved.told?.[0] ?? null,
    promised_low: saved.told?.[1] ?? null,
    promised_high: saved.told?.[2] ?? null,
    engine: null,
    promised_at: pick.createdAt,
    status,
    actual,
    settled_at: null,
  }
}

export default defineAnswers({
  api: { 'POST /api/sync-picks': () => ({ success: true, added: [], gone: [] }) },
  rpc: { cleanup_expired_picks: () => 0 },
  tables: {
    my_picks: ({ userId }) =>
      userId ? SAVED.map((saved, index) => ({ ...pickToRow(pickOf(saved, index), userId) })) : [],
    track_legs: ({ userId }) => (userId ? SAVED.map((saved, index) => legOf(saved, index, userId)) : []),
  },
})

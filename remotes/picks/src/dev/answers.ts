import { defineAnswers } from '@propsight/harness'
import { pickToRow } from '@propsight/shared/client'
import type { Pick } from '@propsight/shared/contracts'
import { pickExpiry } from '@propsight/shared/domain'

const HOUR_MS = 3_600_000

interface Saved {
  player: string
  team: string
  stat: string
  line: number
  over: number
  under: number
  push?: number
  /** Probability and its interval in percent; none for a pick from before the engine. */
  told?: readonly [percent: number, low: number, high: number]
  call: 'OVER' | 'UNDER'
  odds?: Pick['oddsType']
  hoursAgo: number
}

/** Invented players: one fresh pick, one with a push, one that expires soon. */
const SAVED: Saved[] = [
  {
    player: 'Ike Barrow',
    team: 'SEA',
    stat: 'Hits',
    line: 1.5,
    over: 7,
    under: 3,
    call: 'OVER',
    told: [81, 76, 86],
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
    told: [44, 38, 50],
    hoursAgo: 6,
  },
  {
    player: 'Dal Okafor',
    team: 'NYY',
    stat: 'Pitcher Strikeouts',
    line: 6.5,
    over: 3,
    under: 7,
    call: 'UNDER',
    told: [61, 53, 67],
    hoursAgo: 11,
  },
  {
    player: 'Remy Castellan',
    team: 'LAD',
    stat: 'Runs',
    line: 0.5,
    over: 8,
    under: 2,
    call: 'OVER',
    odds: 'demon',
    hoursAgo: 18.6,
  },
]

function pickOf(saved: Saved, index: number): Pick {
  const created = new Date(Date.now() - saved.hoursAgo * HOUR_MS)
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
    games: [],
    source: 'sample',
    unavailable: {},
  }
}

export default defineAnswers({
  tables: {
    my_picks: ({ userId }) =>
      userId ? SAVED.map((saved, index) => ({ ...pickToRow(pickOf(saved, index), userId) })) : [],
  },
})

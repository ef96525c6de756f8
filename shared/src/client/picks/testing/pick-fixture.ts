import type { Pick } from '../../../contracts/picks/pick.ts'
import { pickExpiry } from '../../../domain/picks.ts'

export const NOW = Date.parse('2026-07-18T17:00:00Z')

/** Returns a valid pick with the number `n` in its name, created `minutesAgo` minutes before `NOW`. */
export function createPick(n: number, minutesAgo = n, more: Partial<Pick> = {}): Pick {
  const created = new Date(NOW - minutesAgo * 60_000)
  return {
    id: `pick_${created.getTime()}_test${String(n).padStart(4, '0')}`,
    playerName: `Mateo Villareal ${n}`,
    sport: 'MLB',
    confidence: null,
    projectedStatLine: 'averages 2.4 total bases',
    extractedStatLine: null,
    originalStats: '1.5 More Total Bases',
    bettingAnalysis: { projectedTotal: null, recommendation: 'OVER', bettingLine: 1.5 },
    defensiveAnalysis: null,
    injuryImpact: null,
    recentForm: null,
    overHitPercentage: 80,
    reasoning: '8 of the last 10 games went over.',
    createdAt: created.toISOString(),
    expiresAt: pickExpiry(created).toISOString(),
    statType: 'Total Bases',
    oddsType: 'standard',
    team: 'SEA',
    opponent: 'TEX',
    homeAway: 'HOME',
    gameTime: null,
    gameId: null,
    personId: 1,
    sample: { window: 10, over: 8, under: 2, push: 0 },
    games: [],
    source: 'sample',
    unavailable: { confidence: 'The engine said nothing about it' },
    ...more,
  }
}

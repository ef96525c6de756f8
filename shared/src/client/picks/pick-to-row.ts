import type { Pick } from '../../contracts/pick.ts'
import type { PickRow } from '../../contracts/pick-row.ts'
import { firstNumber } from '../first-number.ts'

/** The columns of `my_picks` for a pick; `user_id` is the signed-in user's, which row-level security insists on. */
export function pickToRow(pick: Pick, userId: string): PickRow {
  const { recommendation, bettingLine, projectedTotal } = pick.bettingAnalysis
  return {
    id: pick.id,
    user_id: userId,
    player_name: pick.playerName,
    confidence: pick.confidence,
    projected_stat_line: pick.projectedStatLine,
    betting_line: bettingLine,
    projected_total: projectedTotal ?? firstNumber(pick.projectedStatLine),
    betting_recommendation: recommendation,
    reasoning: pick.reasoning,
    sport: pick.sport,
    original_stats: pick.originalStats,
    over_hit_percentage: pick.overHitPercentage,
    created_at: pick.createdAt,
    expires_at: pick.expiresAt,
    pick,
  }
}

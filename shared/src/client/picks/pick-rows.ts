import type { Pick, PickRow } from '../../contracts/picks/pick.ts'

/**
 * Returns the first number in a text, or null. Numeric columns of a saved pick are filled this way (P2).
 * A minus sign counts only if no word character precedes it: the result for '0-2' is 0.
 */
export function firstNumber(text: string | null | undefined): number | null {
  const match = /(?<![\w.])-?\d+(?:\.\d+)?|\d+(?:\.\d+)?/.exec(text ?? '')
  return match ? Number(match[0]) : null
}

/** Converts a pick to a row of `my_picks`. Row-level security requires `user_id` to be the signed-in user. */
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

import type { Pick, PickRow } from '../../contracts/picks/pick.ts'
import { createPickId, pickExpiry } from '../../domain/picks.ts'

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

/** A pick as texts: the arguments of the procedure `add_pick` (P2). Numbers are parsed from the texts. */
export interface AddPickArguments {
  p_player_name: string
  p_confidence?: string | null
  p_reasoning?: string | null
  p_sport?: string
  p_projected_stat_line?: string | null
  p_betting_line?: string | null
  p_projected_total?: string | null
  p_betting_recommendation?: string | null
  p_original_stats?: string | null
  p_weather_data?: unknown
  p_injury_impact?: string | null
  p_defensive_analysis?: string | null
}

/** Returns whether a card can display the arguments: there is a name, and no text is an object. */
export function hasPlainTexts({ p_weather_data: _, ...texts }: AddPickArguments): boolean {
  const isPlain = (value: unknown) => typeof value !== 'object' || value === null
  return /\S/.test(String(texts.p_player_name)) && Object.values(texts).every(isPlain)
}

const parseSide = (text: string | null | undefined): PickRow['betting_recommendation'] => {
  const side = /OVER|UNDER/.exec((text ?? '').toUpperCase())?.[0]
  return side === 'OVER' || side === 'UNDER' ? side : null
}

/**
 * Builds the row that the procedure `add_pick` would write. Its id is made here and not by the server, so
 * that sending the row again after a lost answer replaces it and adds no second one.
 */
export function rowFromTexts(args: AddPickArguments, userId: string): PickRow {
  const now = new Date()
  const line = args.p_projected_stat_line ?? null
  // The last three columns are not part of `PickRow`.
  const row = {
    id: createPickId(now.getTime(), crypto.randomUUID()),
    user_id: userId,
    player_name: args.p_player_name,
    confidence: firstNumber(args.p_confidence),
    projected_stat_line: line,
    betting_line: firstNumber(args.p_betting_line),
    projected_total: firstNumber(args.p_projected_total ?? line),
    betting_recommendation: parseSide(args.p_betting_recommendation),
    reasoning: args.p_reasoning ?? null,
    sport: args.p_sport ?? 'MLB',
    original_stats: args.p_original_stats ?? null,
    over_hit_percentage: null,
    created_at: now.toISOString(),
    expires_at: pickExpiry(now).toISOString(),
    pick: null,
    weather_data: args.p_weather_data ?? null,
    injury_impact: args.p_injury_impact ?? null,
    defensive_analysis: args.p_defensive_analysis ?? null,
  }
  return row
}

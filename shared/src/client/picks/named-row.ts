import type { PickRow } from '../../contracts/picks/pick-row.ts'
import { pickExpiry, createPickId } from '../../domain/picks.ts'
import { firstNumber } from '../first-number.ts'
import type { AddPickArguments } from './pick-procedures.ts'

const sideIn = (text: string | null | undefined): PickRow['betting_recommendation'] => {
  const side = /OVER|UNDER/.exec((text ?? '').toUpperCase())?.[0]
  return side === 'OVER' || side === 'UNDER' ? side : null
}

/** Builds the row that the procedure `add_pick` would write, for use without the server. */
export function namedRow(args: AddPickArguments, userId: string, now: Date): PickRow {
  const line = args.p_projected_stat_line ?? null
  const row = {
    id: createPickId(now.getTime(), crypto.randomUUID()),
    user_id: userId,
    player_name: args.p_player_name,
    confidence: firstNumber(args.p_confidence),
    projected_stat_line: line,
    betting_line: firstNumber(args.p_betting_line),
    projected_total: firstNumber(args.p_projected_total ?? line),
    betting_recommendation: sideIn(args.p_betting_recommendation),
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

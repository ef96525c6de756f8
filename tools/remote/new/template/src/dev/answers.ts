import { defineAnswers } from '@propsight/harness'
import type { PickRow } from '@propsight/shared/contracts'

const HOUR_MS = 3_600_000
/** Invented players. One has two picks, to show that each name is listed once. */
const PLAYERS = ['Ike Barrow', 'Tomas Wynn', 'Ike Barrow']

const pickOf = (player: string, index: number, userId: string): PickRow => ({
  id: `pick_${Date.now()}_sample${index}`,
  user_id: userId,
  player_name: player,
  confidence: null,
  projected_stat_line: null,
  betting_line: 1.5,
  projected_total: null,
  betting_recommendation: 'OVER',
  reasoning: null,
  sport: 'MLB',
  original_stats: '1.5 More Hits',
  over_hit_percentage: 70,
  created_at: new Date(Date.now() - index * HOUR_MS).toISOString(),
  expires_at: new Date(Date.now() + (20 - index) * HOUR_MS).toISOString(),
  pick: null,
})

/** The scripted answers when this remote runs alone. Not part of a release. */
export default defineAnswers({
  tables: {
    my_picks: ({ userId }) =>
      userId ? PLAYERS.map((player, index) => ({ ...pickOf(player, index, userId) })) : [],
  },
})

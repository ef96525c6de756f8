import type { PitcherStat } from '@propsight/shared/domain'

/** Park, multiplier of strikeouts, multiplier of hits allowed (H3). Other parks have 1 and 1. */
const PARKS = [
  ['Coors', 0.96, 1.12],
  ['Petco', 1.02, 0.95],
  ['Yankee', 0.98, 1.06],
  ['Fenway', 0.97, 1.05],
  ['Oracle', 1.03, 0.96],
  ['Tropicana', 1.02, 0.97],
  ['Citizens Bank', 0.99, 1.03],
  ['Great American', 0.98, 1.08],
  ['Dodger', 1, 0.98],
  ['Busch', 1.02, 0.97],
] as const

/**
 * Multiplier of a projection by park.
 * @param venueName name of the stats service. It is matched by the park's short name, because sponsors are
 *   added before and after it ('UNIQLO Field at Dodger Stadium').
 */
export function parkMultiplier(venueName: string, stat: PitcherStat): number {
  const venue = venueName.toLowerCase()
  const park = PARKS.find(([name]) => venue.includes(name.toLowerCase()))
  if (!park) return 1
  return stat === 'strikeouts' ? park[1] : park[2]
}

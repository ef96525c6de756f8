import type { Pick, TrackLeg } from '@propsight/shared/contracts'

export interface Saved {
  player: string
  team: string
  stat: string
  line: number
  over: number
  under: number
  push?: number
  /** Probability and its interval in percent; absent for a pick that was saved before the engine existed. */
  told?: readonly [percent: number, low: number, high: number]
  call: 'OVER' | 'UNDER'
  odds?: Pick['oddsType']
  hoursAgo: number
  /** Status and actual value; pending when absent. */
  ended?: readonly [status: TrackLeg['status'], actual: number | null]
}

/** Invented players: one fresh pick, some settled, one with a push, one that expires soon. */
export const SAVED: readonly Saved[] = [
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
    ended: ['in-progress', 1],
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
    ended: ['winner', 5],
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
    ended: ['no-game', null],
  },
]

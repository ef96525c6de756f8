import type { WEATHER_SPORTS } from '@propsight/shared/contracts'
import type { WeatherSort } from '../state/sort.ts'

export type Sport = (typeof WEATHER_SPORTS)[number]

/** Sports in display order. */
export const SPORTS: readonly Sport[] = ['baseball', 'football']

export const LEAGUES: Record<Sport, string> = { baseball: 'MLB', football: 'NFL' }

/** Ratings of each sport: field of the response and label, in display order. */
export const RATED = {
  baseball: [
    ['homeRunConditions', 'Home run'],
    ['pitchingConditions', 'Pitching'],
    ['hittingConditions', 'Hitting'],
  ],
  football: [
    ['passingConditions', 'Passing'],
    ['rushingConditions', 'Rushing'],
    ['kickingConditions', 'Kicking'],
  ],
} as const

/** Sort orders by ratings that only the other sport has. */
export const FOREIGN_SORTS: Record<Sport, readonly WeatherSort[]> = {
  baseball: ['passing', 'rushing', 'kicking'],
  football: ['homeRuns', 'pitching', 'hitting'],
}

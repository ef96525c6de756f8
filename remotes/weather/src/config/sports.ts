import type { WEATHER_SPORTS } from '@propsight/shared/contracts'
import type { WeatherSort } from '../state/sort.ts'

export type Sport = (typeof WEATHER_SPORTS)[number]

/** In the order of the page. */
export const SPORTS: readonly Sport[] = ['baseball', 'football']

export const LEAGUES: Record<Sport, string> = { baseball: 'MLB', football: 'NFL' }

/** Ratings of a sport, as the answer names them, in the order of a card. */
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

/** Orders by what the other sport alone has. */
export const FOREIGN_SORTS: Record<Sport, readonly WeatherSort[]> = {
  baseball: ['passing', 'rushing', 'kicking'],
  football: ['homeRuns', 'pitching', 'hitting'],
}

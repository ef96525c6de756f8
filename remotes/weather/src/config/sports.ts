import type { WEATHER_SPORTS } from '@propsight/shared/contracts'
import type { WeatherConditions, WeatherRating } from '@propsight/shared/domain/weather'
import type { WeatherSort } from '../state/sort.ts'

type Tone = 'good' | 'mid' | 'low'

const RATING_LABELS: Record<WeatherRating, string> = {
  EXCELLENT: 'Excellent',
  VERY_GOOD: 'Very good',
  GOOD: 'Good',
  FAIR: 'Fair',
  POOR: 'Poor',
  TERRIBLE: 'Terrible',
}
const RATING_TONES: Record<WeatherRating, Tone> = {
  EXCELLENT: 'good',
  VERY_GOOD: 'good',
  GOOD: 'good',
  FAIR: 'mid',
  POOR: 'low',
  TERRIBLE: 'low',
}

/** Returns the label and the color grade of a rating (W3). */
export const describeRating = ({ rating }: WeatherConditions): { word: string; tone: Tone } => ({
  word: RATING_LABELS[rating],
  tone: RATING_TONES[rating],
})

export type Sport = (typeof WEATHER_SPORTS)[number]

/** Sports in display order. */
export const SPORTS: readonly Sport[] = ['baseball', 'football']

export const LEAGUES: Record<Sport, string> = { baseball: 'MLB', football: 'NFL' }

/** Ratings of each sport: field of the response and label, in display order. */
export const RATINGS_OF_SPORT = {
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
export const SORTS_OF_OTHER_SPORT: Record<Sport, readonly WeatherSort[]> = {
  baseball: ['passing', 'rushing', 'kicking'],
  football: ['homeRuns', 'pitching', 'hitting'],
}

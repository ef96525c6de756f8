import type { WeatherConditions, WeatherRating } from '@propsight/shared/domain/weather'

type Tone = 'good' | 'mid' | 'low'

const WORDS: Record<WeatherRating, string> = {
  EXCELLENT: 'Excellent',
  VERY_GOOD: 'Very good',
  GOOD: 'Good',
  FAIR: 'Fair',
  POOR: 'Poor',
  TERRIBLE: 'Terrible',
}
const TONES: Record<WeatherRating, Tone> = {
  EXCELLENT: 'good',
  VERY_GOOD: 'good',
  GOOD: 'good',
  FAIR: 'mid',
  POOR: 'low',
  TERRIBLE: 'low',
}

/** Returns the label and the color grade of a rating (W3). */
export const bandOf = ({ rating }: WeatherConditions): { word: string; tone: Tone } => ({
  word: WORDS[rating],
  tone: TONES[rating],
})

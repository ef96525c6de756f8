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

/** A rating as a word and a grade's colour. */
export const bandOf = ({ rating }: WeatherConditions): { word: string; tone: Tone } => ({
  word: WORDS[rating],
  tone: TONES[rating],
})

/** Thresholds of tones and icons (W3), all exclusive. */
const HOT_F = 85
const COLD_F = 45
const STRONG_WIND_MPH = 15
const FRESH_WIND_MPH = 10
const RAINY_PERCENT = 30

/** Tone of a temperature: 'hot' above 85 °F, 'cold' below 45 °F. */
export const temperatureTone = (fahrenheit: number): 'hot' | 'cold' | null => {
  if (fahrenheit > HOT_F) return 'hot'
  return fahrenheit < COLD_F ? 'cold' : null
}

/** Tone of a wind speed: 'strong' (red) above 15 mph, 'fresh' (yellow) above 10 mph. */
export const windTone = (mph: number): 'strong' | 'fresh' | null => {
  if (mph > STRONG_WIND_MPH) return 'strong'
  return mph > FRESH_WIND_MPH ? 'fresh' : null
}

/** Whether a chance of rain, in percent, counts as rain: above 30. */
export const isRainy = (rainChance: number): boolean => rainChance > RAINY_PERCENT

/**
 * Formats a figure as an integer, or with one decimal where the rounded integer would have another tone.
 * Tones use the value before rounding: 85.4 °F is hot, and 'Hot' next to '85' would contradict 'above 85'.
 * @param gradeOf `temperatureTone`, `windTone` or `isRainy`
 */
export function shownFigure(value: number, gradeOf: (value: number) => unknown): string {
  const whole = Math.round(value)
  return gradeOf(whole) === gradeOf(value) ? String(whole) : value.toFixed(1)
}

/** Icon of a reading; rain has priority over heat and cold (W3). */
export function weatherIcon(
  rainChance: number | null,
  fahrenheit: number | null,
): 'rain' | 'heat' | 'cold' | null {
  if (rainChance !== null && isRainy(rainChance)) return 'rain'
  const tone = fahrenheit === null ? null : temperatureTone(fahrenheit)
  if (tone === 'hot') return 'heat'
  return tone
}

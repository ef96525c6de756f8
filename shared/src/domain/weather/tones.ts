/** Thresholds of the specification (1 §9), all exclusive. */
const HOT_F = 85
const COLD_F = 45
const STRONG_WIND_MPH = 15
const FRESH_WIND_MPH = 10
const RAINY_PERCENT = 30

/** 'hot' above 85 °F, 'cold' below 45 °F. */
export const temperatureTone = (fahrenheit: number): 'hot' | 'cold' | null => {
  if (fahrenheit > HOT_F) return 'hot'
  return fahrenheit < COLD_F ? 'cold' : null
}

/** 'strong' (red) above 15 mph, 'fresh' (yellow) above 10 mph. */
export const windTone = (mph: number): 'strong' | 'fresh' | null => {
  if (mph > STRONG_WIND_MPH) return 'strong'
  return mph > FRESH_WIND_MPH ? 'fresh' : null
}

/** A chance of rain above 30% counts as rain. */
export const isRainy = (rainChance: number): boolean => rainChance > RAINY_PERCENT

/**
 * A figure as it is shown: a whole number, or one decimal where the whole number is graded otherwise. Thresholds apply
 * before rounding: 85.4 °F is hot, and 'Hot' next to an 85 would contradict 'above 85'.
 * @param gradeOf one of the functions above
 */
export function shownFigure(value: number, gradeOf: (value: number) => unknown): string {
  const whole = Math.round(value)
  return gradeOf(whole) === gradeOf(value) ? String(whole) : value.toFixed(1)
}

/** The icon of a reading: rain before heat and cold (1 §9). */
export function weatherIcon(
  rainChance: number | null,
  fahrenheit: number | null,
): 'rain' | 'heat' | 'cold' | null {
  if (rainChance !== null && isRainy(rainChance)) return 'rain'
  const tone = fahrenheit === null ? null : temperatureTone(fahrenheit)
  if (tone === 'hot') return 'heat'
  return tone
}

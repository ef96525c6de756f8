import type { WeatherConditions } from '@propsight/shared/domain/weather'

/** The 13 sort orders with their labels (W1). */
export const WEATHER_SORTS = {
  default: 'Default',
  bestOverall: 'Best overall',
  worst: 'Worst overall',
  homeRuns: 'Best home runs',
  pitching: 'Best pitching',
  hitting: 'Best hitting',
  passing: 'Best passing',
  rushing: 'Best rushing',
  kicking: 'Best kicking',
  hottest: 'Highest temperature',
  coldest: 'Lowest temperature',
  windiest: 'Highest wind',
  calmest: 'Lowest wind',
} as const
export type WeatherSort = keyof typeof WEATHER_SORTS

/** The fields of the weather response that are used for sorting. */
export interface SortableWeather {
  readonly temperature: number | null
  readonly windSpeed: number | null
  readonly overallConditions: WeatherConditions
  readonly homeRunConditions?: WeatherConditions | undefined
  readonly pitchingConditions?: WeatherConditions | undefined
  readonly hittingConditions?: WeatherConditions | undefined
  readonly passingConditions?: WeatherConditions | undefined
  readonly rushingConditions?: WeatherConditions | undefined
  readonly kickingConditions?: WeatherConditions | undefined
}

type Figure = (weather: SortableWeather) => number | null

const negative = (value: number | null) => (value === null ? null : -value)

/** Sort key of each order; the highest value is first. */
const FIGURES: Record<Exclude<WeatherSort, 'default'>, Figure> = {
  bestOverall: (weather) => weather.overallConditions.score,
  worst: (weather) => -weather.overallConditions.score,
  homeRuns: (weather) => weather.homeRunConditions?.score ?? null,
  pitching: (weather) => weather.pitchingConditions?.score ?? null,
  hitting: (weather) => weather.hittingConditions?.score ?? null,
  passing: (weather) => weather.passingConditions?.score ?? null,
  rushing: (weather) => weather.rushingConditions?.score ?? null,
  kicking: (weather) => weather.kickingConditions?.score ?? null,
  hottest: (weather) => weather.temperature,
  coldest: (weather) => negative(weather.temperature),
  windiest: (weather) => weather.windSpeed,
  calmest: (weather) => negative(weather.windSpeed),
}

/**
 * Sorts items by weather. Stable for equal keys; items without the value are last.
 * @param weatherOf returns null while the weather is not loaded; such items are last
 */
export function sortByWeather<Item>(
  items: readonly Item[],
  sort: WeatherSort,
  weatherOf: (item: Item) => SortableWeather | null,
): Item[] {
  if (sort === 'default') return [...items]
  const figure = FIGURES[sort]
  const keyOf = (item: Item) => {
    const weather = weatherOf(item)
    return (weather && figure(weather)) ?? Number.NEGATIVE_INFINITY
  }
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => (a.key === b.key ? 0 : b.key - a.key))
    .map(({ item }) => item)
}

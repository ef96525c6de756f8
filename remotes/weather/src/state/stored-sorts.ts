import * as z from '@propsight/shared/schema'
import type { Sport } from '../config/sports.ts'
import { WEATHER_SORTS, type WeatherSort } from './sort.ts'

const STORAGE_KEY = 'propsight:weather-sort'

const sortSchema = z.enum(Object.keys(WEATHER_SORTS) as [WeatherSort, ...WeatherSort[]]).catch('default')
const sortsSchema = z.object({ baseball: sortSchema, football: sortSchema })
export type Sorts = Record<Sport, WeatherSort>

const DEFAULTS: Sorts = { baseball: 'default', football: 'default' }

/** Reads the last sort order of each sport from browser storage. */
export function loadSorts(): Sorts {
  try {
    return sortsSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? ''))
  } catch {
    return DEFAULTS
  }
}

/** Stores the sort order of each sport in browser storage. */
export function saveSorts(sorts: Sorts): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(sorts))
  } catch {
    // Without storage only the remembered choice is lost.
  }
}

import DataLoader from 'dataloader'
import type { Logger } from 'pino'
import * as z from 'zod'
import { createReadThrough } from '../../platform/cache/read-through.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { RedisClient } from '../../platform/redis.ts'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import type { Timer } from '../../platform/timer.ts'
import {
  GRID_AGES,
  PLACES_PER_REQUEST,
  STADIUM_ENTRIES,
  WEATHER_AGES,
  WEATHER_BATCH_WAIT_MS,
} from '../constants.ts'
import {
  hourlyPath,
  nwsForecastSchema,
  nwsHours,
  nwsPointSchema,
  openMeteoAnswerSchema,
  openMeteoHours,
  openMeteoQuery,
  pointPath,
} from './format.ts'
import type { HourForecast, Place, PlaceForecast, WeatherClient } from './weather-client.ts'

interface WeatherClientOptions {
  client: ServiceClient
  /** API key for the paid tier of Open-Meteo. */
  apiKey: string | undefined
  /** Used when the first service fails. It covers the United States only. */
  backup: ServiceClient | null
  timer: Timer
  redis: RedisClient | null
  log: Logger
  metrics?: Pick<Metrics, 'cacheReads'> | undefined
}

const number = z.number().nullable()
const forecastSchema: z.ZodType<PlaceForecast> = z.object({
  source: z.string(),
  hours: z.array(
    z.object({
      at: z.string(),
      temperatureF: number,
      windMph: number,
      windFromDegrees: number,
      humidity: number,
      rainChance: number,
      seaLevelPressureHpa: number,
      snow: z.boolean().nullable(),
      description: z.string(),
    }),
  ),
})
const gridSchema = z.object({ gridId: z.string(), gridX: z.int(), gridY: z.int() })

const keyOf = ({ latitude, longitude }: Place): string => `${latitude},${longitude}`

/** @throws UpstreamError if there are no hours, or one cannot be parsed */
function parseHours(service: string, read: () => HourForecast[]): HourForecast[] {
  try {
    const hours = read()
    if (hours.length > 0) return hours
    throw new RangeError('no hours')
  } catch (cause) {
    throw new UpstreamError({ service, failure: 'unreadable', cause })
  }
}

/**
 * Reads the forecasts of places in one request. Of an unreadable place, the error.
 * @throws UpstreamError
 */
async function readPlaces(
  { client, apiKey, log }: WeatherClientOptions,
  places: readonly Place[],
): Promise<(HourForecast[] | Error)[]> {
  const { service } = client
  const query = openMeteoQuery(places, apiKey)
  const answers = await client.get('/v1/forecast', query, openMeteoAnswerSchema).catch((error: unknown) => {
    if (!(error instanceof UpstreamError) || error.concernsService) throw error
    // The API builds this request, not the visitor: a 4xx response is a failure of the service, too.
    throw new UpstreamError({ service, failure: 'unreadable', cause: error })
  })
  if (answers.length !== places.length) throw new UpstreamError({ service, failure: 'unreadable' })
  return answers.map((answer) => {
    try {
      const hours = parseHours(service, () => (answer ? openMeteoHours(answer) : []))
      const skipped = (answer?.hourly.time.length ?? 0) - hours.length
      if (skipped > 0)
        log.warn({ service, list: 'hours', skipped }, 'unreadable entries of an answer were skipped')
      return hours
    } catch (error) {
      return error as UpstreamError
    }
  })
}

/**
 * Client for weather forecasts by place. It requests many places at once and caches each for an hour. If the
 * first service fails, the backup is used.
 */
export function createWeatherClient(options: WeatherClientOptions): WeatherClient {
  const { client, backup, timer, redis, log, metrics } = options
  const common = { entries: STADIUM_ENTRIES, timer, redis, log, metrics }
  const forecasts = createReadThrough({
    ...common,
    name: 'weather:1',
    schema: forecastSchema,
    ages: WEATHER_AGES,
  })
  const grids = createReadThrough({ ...common, name: 'nws-grid:1', schema: gridSchema, ages: GRID_AGES })
  // Caching is the task of `forecasts`, which knows the age of an entry.
  const primary = new DataLoader((places: readonly Place[]) => readPlaces(options, places), {
    cache: false,
    maxBatchSize: PLACES_PER_REQUEST,
    batchScheduleFn: (send) => void timer.sleep(WEATHER_BATCH_WAIT_MS).then(send),
  })
  const readBackup = async (place: Place, nws: ServiceClient): Promise<PlaceForecast> => {
    const { value: grid } = await grids.read(
      keyOf(place),
      async () => (await nws.get(pointPath(place), {}, nwsPointSchema)).properties,
    )
    const { properties } = await nws.get(hourlyPath(grid), {}, nwsForecastSchema)
    return { source: nws.service, hours: parseHours(nws.service, () => nwsHours(properties)) }
  }

  const load = async (place: Place): Promise<PlaceForecast> => {
    try {
      return { source: client.service, hours: await primary.load(place) }
    } catch (error) {
      if (!backup) throw error
      return readBackup(place, backup).catch(() => {
        // The failure of the backup is logged. The error shown to users names the first service.
        throw error
      })
    }
  }
  return { forecast: (place) => forecasts.read(keyOf(place), () => load(place)) }
}

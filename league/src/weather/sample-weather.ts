import { randomFrom } from '../world/random.ts'
import { climateOf } from './climate.ts'
import type { Place } from './places.ts'

/** The weather of one hour in metric units. */
export interface HourWeather {
  /** °C. */
  readonly temperature: number
  /** °C. */
  readonly dewPoint: number
  /** %. */
  readonly humidity: number
  /** hPa, at the place and reduced to sea level. */
  readonly surfacePressure: number
  readonly seaPressure: number
  /** %. */
  readonly cloud: number
  readonly rainChance: number
  /** mm in the hour. */
  readonly rain: number
  readonly showers: number
  /** cm in the hour. */
  readonly snowfall: number
  readonly thunder: boolean
  /** km/h. */
  readonly wind: number
  readonly gusts: number
  /** Degrees clockwise from north that the wind comes from. */
  readonly windFrom: number
  readonly day: boolean
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
/**
 * Eastward waves of the upper air: period in days, degrees of longitude and of latitude per wavelength,
 * weight.
 */
const WAVES = [
  [6.1, 58, 90, 0.5],
  [3.7, 41, 70, 0.35],
  [2.3, 29, -60, 0.25],
] as const
/** Prevailing wind (south-west), and how far a passing front turns it, in degrees. */
const PREVAILING = 225
const TURN = 190
const AFTERNOON = 15

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/**
 * Position of the place between a high (negative) and a low (positive), smooth in time and place. `lag` is in
 * days.
 */
const front = (seed: string, { latitude, longitude }: Place, hour: number, lag = 0): number => {
  const random = randomFrom(seed, 'fronts')
  return WAVES.reduce((sum, [days, east, north, weight]) => {
    const turns = (hour / DAY_HOURS - lag) / days - longitude / east + latitude / north + random()
    return sum + weight * Math.sin(2 * Math.PI * turns)
  }, 0)
}

/** Dew point in °C from temperature and humidity, by Magnus' formula (Alduchov and Eskridge 1996). */
const dewPointOf = (temperature: number, humidity: number): number => {
  const gamma = Math.log(humidity / 100) + (17.625 * temperature) / (243.04 + temperature)
  return (243.04 * gamma) / (17.625 - gamma)
}

/**
 * Invented but consistent weather of one hour. Temperature follows the climate, the solar hour and passing
 * fronts. Before a front the pressure falls; then the wind turns and strengthens, cloud and rain follow, or
 * snow when it is cold. Deterministic from seed, place and hour.
 * @param hour hours since 1970, UTC
 */
export function weatherAt(seed: string, place: Place, hour: number): HourWeather {
  const { latitude, longitude, elevationMetres } = place
  const at = new Date(hour * HOUR_MS)
  const dayOfYear = (at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / (DAY_HOURS * HOUR_MS)
  const climate = climateOf(place, dayOfYear)
  const random = randomFrom(seed, 'hour', latitude.toFixed(2), longitude.toFixed(2), hour)
  const sun = (((hour + longitude / 15) % DAY_HOURS) + DAY_HOURS) % DAY_HOURS
  const warmth = Math.cos((2 * Math.PI * (sun - AFTERNOON)) / DAY_HOURS)
  const low = front(seed, place, hour)
  const ahead = front(seed, place, hour, -0.5)
  // In the desert a front brings wind and little rain.
  const damp = clamp(climate.wetness + low * (0.2 + 0.7 * climate.wetness), 0, 1)
  const temperature =
    climate.mean + climate.daily * (1 - 0.45 * damp) * warmth + climate.swing * (ahead - 0.4 * low)
  const humidity = clamp(
    100 * (climate.humidity + 0.35 * (damp - climate.wetness)) -
      17 * warmth * (1 - 0.5 * damp) +
      6 * (random() - 0.5),
    8,
    99,
  )
  const storm = climate.storms * clamp(warmth, 0, 1) * (0.5 + 0.5 * damp)
  const rainChance = Math.round(
    100 * clamp((1 / (1 + Math.exp(-9 * (damp - 0.78)))) * 0.9 + 0.45 * storm, 0, 0.97),
  )
  const wet = random() * 100 < rainChance
  const heavy = -Math.log(1 - random())
  const thunder = wet && random() < storm / (storm + 0.35 * damp + 0.01)
  const snowing = wet && temperature <= 1
  const water = wet ? Math.round((thunder ? 4 : 1.1) * heavy * 10) / 10 : 0
  const seaPressure = 1015.5 - 11 * low
  const kelvin = temperature + 273.15
  const wind = clamp(
    climate.wind * (0.75 + 0.3 * warmth) * (1 + 0.55 * Math.abs(ahead - low) + 0.35 * Math.max(0, low)) +
      5 * (random() - 0.5) +
      (thunder ? 8 : 0),
    0.5,
    75,
  )
  return {
    temperature,
    dewPoint: dewPointOf(temperature, humidity),
    humidity,
    seaPressure,
    // Barometric formula at constant temperature: the scale height is 29.27 m per kelvin.
    surfacePressure: seaPressure * Math.exp(-elevationMetres / (29.27 * kelvin)),
    cloud: clamp(100 * (damp * 1.15 - 0.12) + 25 * (random() - 0.5), 0, 100),
    rainChance,
    rain: snowing || thunder ? 0 : water,
    showers: snowing || !thunder ? 0 : water,
    snowfall: snowing ? Math.round(water * 0.7 * 100) / 100 : 0,
    thunder,
    wind,
    gusts: wind * (1.35 + 0.5 * random() + (thunder ? 0.5 : 0)),
    windFrom: (PREVAILING + TURN * (low - ahead) + 24 * (random() - 0.5) + 720) % 360,
    day: sun > 6 && sun < 19.5,
  }
}

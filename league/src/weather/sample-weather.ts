import { FOOTBALL_CLUBS, LONDON_VENUE } from '../data/football-clubs.ts'
import { PARKS } from '../data/parks.ts'
import { randomFrom } from '../world/random.ts'

const METRES_PER_FOOT = 0.3048
/** Within half a degree a place takes the elevation of the stadium. */
const NEAR_DEGREES = 0.5
/** Elevation of other places: a typical value of the continent's lowlands. */
const ELSEWHERE_METRES = 150

/** A point of the map with sample weather. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
  readonly elevationMetres: number
  /** IANA name from the nearest stadium; null if none is near. */
  readonly timeZone: string | null
}

const STADIUMS = [...PARKS, ...FOOTBALL_CLUBS.map(({ venue }) => venue), LONDON_VENUE]

/**
 * Makes a place from coordinates, with elevation and time zone of the nearest stadium within half a degree.
 * @param elevationMetres replaces the stadium's elevation
 */
export function placeAt(latitude: number, longitude: number, elevationMetres?: number): Place {
  const distance = (stadium: (typeof STADIUMS)[number]) =>
    Math.hypot(stadium.latitude - latitude, stadium.longitude - longitude)
  const [nearest] = STADIUMS.toSorted((a, b) => distance(a) - distance(b))
  const near = nearest && distance(nearest) <= NEAR_DEGREES ? nearest : null
  const height = near ? Math.round(near.elevationFeet * METRES_PER_FOOT) : ELSEWHERE_METRES
  return {
    latitude,
    longitude,
    elevationMetres: elevationMetres ?? height,
    timeZone: near?.timeZone ?? null,
  }
}

/** Average weather of a place at a time of the year, without passing fronts. */
export interface Climate {
  /** Mean of day and night, °C. */
  readonly mean: number
  /** Half the difference between night and afternoon, °C. */
  readonly daily: number
  /** Amplitude of the temperature change by fronts, °C. */
  readonly swing: number
  /** Tendency to rain, 0 (desert) … 1 (always wet). */
  readonly wetness: number
  /** Relative humidity of an average hour, 0 … 1. */
  readonly humidity: number
  /** Probability of a thunderstorm on a hot afternoon, 0 … 1. */
  readonly storms: number
  /** Mean wind, km/h. */
  readonly wind: number
}

const WARMEST_DAY = 202
const YEAR_DAYS = 365.25
/**
 * °C per kilometre of height: half of the free atmosphere's 6.5, because high plains are warm for their
 * height.
 */
const COOLER_PER_KM = 3

/** Moisture away from the oceans; storms are those of midsummer. */
const computeMoisture = (
  desert: boolean,
  plains: boolean,
  north: number,
): Pick<Climate, 'wetness' | 'humidity' | 'storms'> => {
  if (desert) return { wetness: 0.08, humidity: 0.3, storms: 0.15 }
  if (plains) return { wetness: 0.25, humidity: 0.46, storms: 0.4 }
  return { wetness: 0.42, humidity: 0.64, storms: north < 32 ? 0.55 : 0.3 }
}

/**
 * An invented climate with the pattern of North America: colder and more seasonal in the north, mild and dry
 * in summer along the Pacific, hot and dry in the south-western desert, wet with thunderstorms in the
 * south-east. The numbers are round, near published monthly normals of the stadiums' cities; no product
 * forecast depends on them.
 * @param day day of the year, 0 to 365
 */
export function computeClimate({ latitude, longitude, elevationMetres }: Place, day: number): Climate {
  const north = Math.abs(latitude)
  // −1 in midwinter, 1 in midsummer; the southern hemisphere is shifted by half a year.
  const summer =
    Math.cos((2 * Math.PI * (day - WARMEST_DAY)) / YEAR_DAYS) * Math.sign(latitude === 0 ? 1 : latitude)
  const lift = (COOLER_PER_KM * elevationMetres) / 1000
  const pacific = longitude > -130 && longitude < -117 && latitude > 30
  const atlanticEurope = longitude > -15 && longitude < 30
  if (pacific || atlanticEurope) {
    const coastalWetness = north > 45 ? 0.45 : 0.28
    const inland = pacific && longitude > -121.8 && latitude > 36 && latitude < 41 ? 1 : 0
    return {
      mean: 18.5 - 0.5 * (north - 33) - lift + (4 + 5 * inland) * summer + 2 * inland,
      daily: 4.5 + 4 * inland,
      swing: 2.2,
      wetness: pacific ? coastalWetness - 0.25 * summer : 0.45,
      humidity: inland ? 0.52 : 0.7,
      storms: 0.02,
      wind: 13,
    }
  }
  const desert = longitude <= -110 && longitude >= -117 && latitude < 38
  const plains = longitude > -110 && longitude < -100
  const { wetness, humidity, storms } = computeMoisture(desert, plains, north)
  return {
    mean:
      27 - 0.87 * (north - 25) - lift + (desert ? 5 + 4 * summer : 0) + (4 + 0.46 * (north - 25)) * summer,
    daily: desert || plains ? 7.5 : 4.8,
    swing: 3.2 - 1.2 * summer,
    wetness,
    humidity,
    storms: Math.max(0, summer) * storms,
    wind: north > 40 || plains ? 15 : 12,
  }
}

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
  const climate = computeClimate(place, dayOfYear)
  const random = randomFrom(seed, 'hour', latitude.toFixed(2), longitude.toFixed(2), hour)
  const sun = (((hour + longitude / 15) % DAY_HOURS) + DAY_HOURS) % DAY_HOURS
  const diurnal = Math.cos((2 * Math.PI * (sun - AFTERNOON)) / DAY_HOURS)
  const low = front(seed, place, hour)
  const frontAhead = front(seed, place, hour, -0.5)
  // In the desert a front brings wind and little rain.
  const damp = clamp(climate.wetness + low * (0.2 + 0.7 * climate.wetness), 0, 1)
  const temperature =
    climate.mean + climate.daily * (1 - 0.45 * damp) * diurnal + climate.swing * (frontAhead - 0.4 * low)
  const humidity = clamp(
    100 * (climate.humidity + 0.35 * (damp - climate.wetness)) -
      17 * diurnal * (1 - 0.5 * damp) +
      6 * (random() - 0.5),
    8,
    99,
  )
  const storm = climate.storms * clamp(diurnal, 0, 1) * (0.5 + 0.5 * damp)
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
    climate.wind *
      (0.75 + 0.3 * diurnal) *
      (1 + 0.55 * Math.abs(frontAhead - low) + 0.35 * Math.max(0, low)) +
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
    windFrom: (PREVAILING + TURN * (low - frontAhead) + 24 * (random() - 0.5) + 720) % 360,
    day: sun > 6 && sun < 19.5,
  }
}

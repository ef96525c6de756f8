import type { HourWeather } from './sample-weather.ts'

/** Units that a request can choose; the first of each list is the default. */
export const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const
export const WIND_UNITS = ['kmh', 'ms', 'mph', 'kn'] as const
export const WATER_UNITS = ['mm', 'inch'] as const

export interface Units {
  readonly temperature: (typeof TEMPERATURE_UNITS)[number]
  readonly wind: (typeof WIND_UNITS)[number]
  readonly water: (typeof WATER_UNITS)[number]
}

/** The quantity of a variable; it decides the unit and the conversion. */
type Kind = 'temperature' | 'wind' | 'water' | 'snow' | '%' | 'hPa' | '°' | 'm' | 'wmo code' | ''

interface Variable {
  readonly kind: Kind
  readonly digits: number
  readonly read: (hour: HourWeather) => number
}

const snowCode = (snowfall: number): number => {
  if (snowfall < 0.7) return 71
  return snowfall < 2 ? 73 : 75
}

const rainCode = (rain: number): number => {
  if (rain < 0.5) return 51
  if (rain < 2.5) return 61
  return rain < 7.6 ? 63 : 65
}

const cloudCode = (cloud: number): number => {
  if (cloud < 12) return 0
  if (cloud < 37) return 1
  return cloud < 80 ? 2 : 3
}

/**
 * WMO code 4677, limited to the values of the weather service: clear to overcast, drizzle, rain, snow,
 * thunder. Rain is moderate from 2.5 mm per hour and heavy from 7.6 mm per hour.
 */
const weatherCode = ({ thunder, snowfall, rain, cloud }: HourWeather): number => {
  if (thunder) return 95
  if (snowfall > 0) return snowCode(snowfall)
  if (rain > 0) return rainCode(rain)
  return cloudCode(cloud)
}

/** Apparent temperature in °C without solar radiation (Australian Bureau of Meteorology; Steadman 1994). */
const apparent = ({ temperature, humidity, wind }: HourWeather): number => {
  const vapour = (humidity / 100) * 6.105 * Math.exp((17.27 * temperature) / (237.7 + temperature))
  return temperature + 0.33 * vapour - (0.7 * wind) / 3.6 - 4
}

const VARIABLES: Readonly<Record<string, Variable>> = {
  temperature_2m: { kind: 'temperature', digits: 1, read: ({ temperature }) => temperature },
  apparent_temperature: { kind: 'temperature', digits: 1, read: apparent },
  dew_point_2m: { kind: 'temperature', digits: 1, read: ({ dewPoint }) => dewPoint },
  relative_humidity_2m: { kind: '%', digits: 0, read: ({ humidity }) => humidity },
  precipitation_probability: { kind: '%', digits: 0, read: ({ rainChance }) => rainChance },
  // The weather service counts seven centimetres of snow as one centimetre of water; snowfall is in cm, the
  // sum in mm.
  precipitation: {
    kind: 'water',
    digits: 2,
    read: ({ rain, showers, snowfall }) => rain + showers + snowfall / 0.7,
  },
  rain: { kind: 'water', digits: 2, read: ({ rain }) => rain },
  showers: { kind: 'water', digits: 2, read: ({ showers }) => showers },
  snowfall: { kind: 'snow', digits: 2, read: ({ snowfall }) => snowfall },
  weather_code: { kind: 'wmo code', digits: 0, read: weatherCode },
  cloud_cover: { kind: '%', digits: 0, read: ({ cloud }) => cloud },
  pressure_msl: { kind: 'hPa', digits: 1, read: ({ seaPressure }) => seaPressure },
  surface_pressure: { kind: 'hPa', digits: 1, read: ({ surfacePressure }) => surfacePressure },
  visibility: { kind: 'm', digits: 0, read: ({ rain, showers }) => 24_140 / (1 + rain + showers) },
  wind_speed_10m: { kind: 'wind', digits: 1, read: ({ wind }) => wind },
  wind_gusts_10m: { kind: 'wind', digits: 1, read: ({ gusts }) => gusts },
  wind_direction_10m: { kind: '°', digits: 0, read: ({ windFrom }) => windFrom },
  is_day: { kind: '', digits: 0, read: ({ day }) => (day ? 1 : 0) },
}

export const isVariable = (name: string): boolean => Object.hasOwn(VARIABLES, name)

const WIND_FACTORS = {
  kmh: ['km/h', 1],
  ms: ['m/s', 1 / 3.6],
  mph: ['mp/h', 0.621371],
  kn: ['kn', 0.539957],
} as const

const convertUnit = (kind: Kind, units: Units): { unit: string; convert: (value: number) => number } => {
  const same = (value: number) => value
  switch (kind) {
    case 'temperature':
      return units.temperature === 'celsius'
        ? { unit: '°C', convert: same }
        : { unit: '°F', convert: (value) => value * 1.8 + 32 }
    case 'wind': {
      const [unit, factor] = WIND_FACTORS[units.wind]
      return { unit, convert: (value) => value * factor }
    }
    case 'water':
      return units.water === 'mm'
        ? { unit: 'mm', convert: same }
        : { unit: 'inch', convert: (mm) => mm / 25.4 }
    case 'snow':
      return units.water === 'mm'
        ? { unit: 'cm', convert: same }
        : { unit: 'inch', convert: (cm) => cm / 2.54 }
    case 'm':
      return units.water === 'mm' ? { unit: 'm', convert: same } : { unit: 'ft', convert: (m) => m / 0.3048 }
    default:
      return { unit: kind, convert: same }
  }
}

/**
 * The unit of a weather variable and the function that reads its rounded value from an hour.
 * @throws RangeError when the variable is unknown
 */
export function computeVariable(
  name: string,
  units: Units,
): { unit: string; read: (hour: HourWeather) => number } {
  const variable = VARIABLES[name]
  if (!variable) throw new RangeError(`no weather variable '${name}'`)
  const { unit, convert } = convertUnit(variable.kind, units)
  return { unit, read: (hour) => Number(convert(variable.read(hour)).toFixed(variable.digits)) }
}

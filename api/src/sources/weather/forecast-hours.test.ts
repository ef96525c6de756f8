import { describe, expect, it } from 'vitest'
import { nwsHourlyBody, openMeteoBody } from '../testing/forecast-bodies.ts'
import {
  hourlyPath,
  nwsForecastSchema,
  nwsHours,
  openMeteoAnswerSchema,
  openMeteoHours,
  pointPath,
  weatherCodeText,
} from './format.ts'

const openMeteoHour = (more: object) => {
  const [answer] = openMeteoAnswerSchema.parse(openMeteoBody(undefined, 1, more))
  return answer && openMeteoHours(answer)[0]
}
const nwsHour = (more: object) => nwsHours(nwsForecastSchema.parse(nwsHourlyBody(more)).properties)[0]

describe('an hour of Open-Meteo', () => {
  it.each([
    ['falling snow', { snowfall: [0.1], precipitation: [0.01], temperature_2m: [35] }, true],
    ['falling rain below freezing', { snowfall: [0], precipitation: [0.2], temperature_2m: [30] }, false],
    ['no precipitation at freezing point', { snowfall: [0], precipitation: [0], temperature_2m: [32] }, true],
    ['no precipitation in summer', { snowfall: [0], precipitation: [0], temperature_2m: [70] }, false],
    ['unknown values', { snowfall: [null], precipitation: [null], temperature_2m: [null] }, null],
  ])('derives the snow flag from %s', (_, more, snow) => {
    expect(openMeteoHour(more)?.snow).toBe(snow)
  })
  it('has null for missing values', () => {
    expect(openMeteoHour({ wind_speed_10m: [null], pressure_msl: [], weather_code: [null] })).toMatchObject({
      windMph: null,
      seaLevelPressureHpa: null,
      description: '',
    })
  })
})

describe('an hour of the National Weather Service', () => {
  it('parses numbers from texts and has no pressure', () => {
    expect(nwsHour({})).toEqual({
      at: '2026-07-15T22:00:00.000Z',
      temperatureF: 81,
      windMph: 12.5,
      windFromDegrees: 202.5,
      humidity: 62,
      rainChance: 30,
      seaLevelPressureHpa: null,
      snow: false,
      description: 'Chance Rain Showers',
    })
  })
  it.each([
    [{ windSpeed: '5 mph' }, { windMph: 5 }],
    [{ windSpeed: '20 km/h' }, { windMph: null }],
    [{ windDirection: '' }, { windFromDegrees: null }],
    [
      { temperature: -5, temperatureUnit: 'C', shortForecast: 'Cloudy' },
      { temperatureF: 23, snow: true },
    ],
    [{ shortForecast: 'Light Snow Likely' }, { snow: true }],
    [
      { relativeHumidity: undefined, probabilityOfPrecipitation: { value: null } },
      { humidity: null, rainChance: null },
    ],
  ])('parses %j', (more, hour) => {
    expect(nwsHour(more)).toMatchObject(hour)
  })
  it('is requested at the paths that need no redirect', () => {
    expect(pointPath({ latitude: 33.8, longitude: -117.88241 })).toBe('/points/33.8,-117.8824')
    expect(hourlyPath({ gridId: '../x', gridX: 1, gridY: 2 })).toBe('/gridpoints/..%2Fx/1,2/forecast/hourly')
  })
})

it('weatherCodeText describes known weather codes and returns null for others', () => {
  expect([0, 65, 95, 4, null].map(weatherCodeText)).toEqual([
    'Clear',
    'Heavy rain',
    'Thunderstorm',
    null,
    null,
  ])
})

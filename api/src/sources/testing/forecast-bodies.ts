const HOUR_MS = 3_600_000

/**
 * A response of Open-Meteo for one place.
 * @param first first hour, ISO 8601
 */
export const openMeteoBody = (first = '2026-07-15T00:00:00Z', hours = 48, more: object = {}) => {
  const all = <T>(value: T) => Array.from({ length: hours }, () => value)
  return {
    latitude: 40.8125,
    longitude: -73.9375,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    hourly_units: { time: 'iso8601', temperature_2m: '°F' },
    hourly: {
      time: all('').map((_, hour) => new Date(Date.parse(first) + hour * HOUR_MS).toISOString().slice(0, 16)),
      temperature_2m: all(0).map((_, hour) => 60 + hour),
      relative_humidity_2m: all(55),
      precipitation_probability: all(20),
      precipitation: all(0),
      snowfall: all(0),
      weather_code: all(2),
      pressure_msl: all(1016.4),
      wind_speed_10m: all(11.2),
      wind_direction_10m: all(225),
      ...more,
    },
  }
}

export const nwsPointBody = {
  properties: {
    gridId: 'OKX',
    gridX: 37,
    gridY: 40,
    forecast: 'https://elsewhere.example/forecast',
    forecastHourly: 'https://elsewhere.example/hourly',
    timeZone: 'America/New_York',
  },
}

export const nwsHourlyBody = (more: object = {}) => ({
  properties: {
    updateTime: '2026-07-15T12:00:00+00:00',
    periods: [18, 19, 20].map((hour, index) => ({
      number: index + 1,
      startTime: `2026-07-15T${hour}:00:00-04:00`,
      endTime: `2026-07-15T${hour + 1}:00:00-04:00`,
      isDaytime: true,
      temperature: 81,
      temperatureUnit: 'F',
      probabilityOfPrecipitation: { unitCode: 'wmoUnit:percent', value: 30 },
      relativeHumidity: { unitCode: 'wmoUnit:percent', value: 62 },
      windSpeed: '10 to 15 mph',
      windDirection: 'SSW',
      shortForecast: 'Chance Rain Showers',
      ...more,
    })),
  },
})

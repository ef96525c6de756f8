import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { nwsHourlyBody, nwsPointBody, openMeteoBody } from '../testing/forecast-bodies.ts'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'

const BRONX = { latitude: 40.8296, longitude: -73.9262 }
const DENVER = { latitude: 39.756, longitude: -104.9941 }
const HOUR_MS = 3_600_000

const placesOf = (url: URL) => (url.searchParams.get('latitude') ?? '').split(',')
const answerAll = (url: URL) => {
  const all = placesOf(url).map((_, index) =>
    openMeteoBody(undefined, 48, { wind_speed_10m: Array(48).fill(index) }),
  )
  return all.length === 1 ? all[0] : all
}
const withBackup = (url: string) => ({ weatherBackupUrl: url })

describe('the weather client', () => {
  it('W2 requests several places at once in imperial units and GMT and returns each its own forecast', async () => {
    const { upstream, asked } = await startUpstream(answerAll)
    const [bronx, denver] = await Promise.all([
      upstream.weather.forecast(BRONX),
      upstream.weather.forecast(DENVER),
    ])
    expect(asked).toEqual([
      '/v1/forecast?latitude=40.8296,39.756&longitude=-73.9262,-104.9941&hourly=temperature_2m,' +
        'relative_humidity_2m,precipitation_probability,precipitation,snowfall,weather_code,pressure_msl,' +
        'wind_speed_10m,wind_direction_10m&temperature_unit=fahrenheit&wind_speed_unit=mph&precipitation_unit=inch' +
        '&timezone=GMT&past_days=2&forecast_days=11',
    ])
    expect(bronx.value.source).toBe('Open-Meteo')
    expect(bronx.value.hours[1]).toEqual({
      at: '2026-07-15T01:00:00.000Z',
      temperatureF: 61,
      windMph: 0,
      windFromDegrees: 225,
      humidity: 55,
      rainChance: 20,
      seaLevelPressureHpa: 1016.4,
      snow: false,
      description: 'Partly cloudy',
    })
    expect(denver.value.hours[1]?.windMph).toBe(1)
  })
  it('W2 caches a forecast for an hour and then refreshes it in the background', async () => {
    const { upstream, asked, timer } = await startUpstream(answerAll)
    await upstream.weather.forecast(BRONX)
    timer.skip(HOUR_MS - 60_000)
    await upstream.weather.forecast(BRONX)
    expect(asked).toHaveLength(1)
    timer.skip(120_000)
    expect(await upstream.weather.forecast(BRONX)).toMatchObject({ ageSeconds: 3_660, stale: false })
    await expect.poll(() => asked.length).toBe(2)
    expect((await upstream.weather.forecast(BRONX)).ageSeconds).toBeLessThan(60)
  })
  it('requests at most thirty places at once', async () => {
    const { upstream, asked } = await startUpstream(answerAll)
    const places = Array.from({ length: 31 }, (_, index) => ({ latitude: index, longitude: -index }))
    const read = await Promise.all(places.map((place) => upstream.weather.forecast(place)))
    expect(asked).toHaveLength(2)
    expect(read.map(({ value }) => value.hours[1]?.windMph)).toEqual([...places.keys()].map((at) => at % 30))
  })
  it('rejects all places of a failed request and only those', async () => {
    const { upstream } = await startUpstream((url, response) =>
      placesOf(url).length > 1 ? refuse(response, 400) : answerAll(url),
    )
    const places = Array.from({ length: 31 }, (_, index) => ({ latitude: index, longitude: -index }))
    const reads = await Promise.allSettled(places.map((place) => upstream.weather.forecast(place)))
    expect(reads.filter(({ status }) => status === 'rejected')).toHaveLength(30)
    expect(reads.at(-1)?.status).toBe('fulfilled')
  })
  it('sends the API key when one is configured', async () => {
    const { upstream, asked } = await startUpstream(answerAll, () => ({ weatherKey: 'k-1' }))
    await upstream.weather.forecast(BRONX)
    expect(asked[0]).toContain('&apikey=k-1')
  })

  const garbage: [string, (response: ServerResponse) => unknown][] = [
    ['status 403', (response) => refuse(response, 403)],
    ['status 429', (response) => refuse(response, 429)],
    ['status 500', (response) => refuse(response, 500)],
    ['status 400', (response) => refuse(response, 400)],
    ['no JSON', (response) => void response.end('<html>')],
    ['an unexpected shape', () => ({ forecast: 'sunny' })],
    ['too few places', () => []],
    ['no hours', () => openMeteoBody(undefined, 0)],
    ['invalid times', () => openMeteoBody(undefined, 1, { time: ['noon'] })],
    ['local times', () => ({ ...openMeteoBody(), utc_offset_seconds: -14_400 })],
    ['a closed connection', (response) => void response.destroy()],
  ]
  it.each(garbage)('names Open-Meteo in the error after %s', async (_, answer) => {
    const { upstream } = await startUpstream((_url, response) => answer(response))
    const error = await upstreamFailure(upstream.weather.forecast(BRONX))
    expect(error.status).toBe(503)
    expect(error.message).toContain('Open-Meteo')
  })
  it.each(garbage)('W2 falls back to the National Weather Service after %s', async (_, answer) => {
    const { upstream } = await startUpstream((url, response) => {
      if (url.pathname.startsWith('/points')) return nwsPointBody
      return url.pathname.startsWith('/gridpoints') ? nwsHourlyBody() : answer(response)
    }, withBackup)
    expect((await upstream.weather.forecast(BRONX)).value).toMatchObject({
      source: 'The National Weather Service',
      hours: [{ at: '2026-07-15T22:00:00.000Z', temperatureF: 81 }, {}, {}],
    })
  })
  it('requests the grid of the backup once, with a user agent, and follows no address from a response', async () => {
    const agents = new Set<string | undefined>()
    const { upstream, asked, timer } = await startUpstream((url, response, { headers }) => {
      if (url.pathname.startsWith('/v1')) return refuse(response, 500)
      agents.add(`${headers['user-agent']} ${headers.accept}`)
      return url.pathname.startsWith('/points') ? nwsPointBody : nwsHourlyBody()
    }, withBackup)
    await upstream.weather.forecast(BRONX)
    timer.skip(4 * HOUR_MS)
    await upstream.weather.forecast(BRONX)
    const backup = asked.filter((path) => !path.startsWith('/v1'))
    expect(backup).toEqual([
      '/points/40.8296,-73.9262',
      '/gridpoints/OKX/37,40/forecast/hourly',
      '/gridpoints/OKX/37,40/forecast/hourly',
    ])
    expect([...agents]).toEqual(['propsight application/geo+json'])
  })
  it('names Open-Meteo in the error when the backup does not know the place', async () => {
    const { upstream } = await startUpstream(
      (url, response) => refuse(response, url.pathname.startsWith('/points') ? 404 : 500),
      withBackup,
    )
    const error = await upstreamFailure(upstream.weather.forecast(BRONX))
    expect(error).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    expect(error.message).toContain('Open-Meteo is failing (500)')
  })
  it('serves an old forecast as stale during an outage, opens the breaker and recovers by itself', async () => {
    let broken = false
    const { upstream, timer } = await startUpstream((url, response) =>
      broken ? refuse(response, 500) : answerAll(url),
    )
    await upstream.weather.forecast(BRONX)
    broken = true
    timer.skip(4 * HOUR_MS)
    const late = await upstream.weather.forecast(BRONX)
    expect(late).toMatchObject({ stale: true, value: { source: 'Open-Meteo' } })
    expect(late.ageSeconds).toBeGreaterThan(4 * 3_600 - 1)
    await upstreamFailure(upstream.weather.forecast(DENVER))
    expect(upstream.state().weather.breaker).toBe('open')
    broken = false
    timer.skip(15_000)
    expect(await upstream.weather.forecast(BRONX)).toMatchObject({ stale: false, ageSeconds: 0 })
    expect(upstream.state().weather.breaker).toBe('closed')
  })
  it('serves no forecast older than twelve hours', async () => {
    let broken = false
    const { upstream, timer } = await startUpstream((url, response) =>
      broken ? refuse(response, 500) : answerAll(url),
    )
    await upstream.weather.forecast(BRONX)
    broken = true
    timer.skip(12 * HOUR_MS)
    await upstreamFailure(upstream.weather.forecast(BRONX))
  })
})

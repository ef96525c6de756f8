import {
  espnScoreboardSchema,
  openMeteoAnswerSchema,
  openMeteoErrorSchema,
} from '@propsight/api/wire-formats'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { League } from '../index.ts'
import { startTestLeague } from '../testing/index.ts'

const clock = parseLeagueClock('frozen:2026-07-19T18:30:00Z')
let league: League
beforeAll(async () => {
  league = await startTestLeague({ clock })
})
afterAll(() => league.close())

const json = async (path: string): Promise<unknown> => (await fetch(`${league.url}${path}`)).json()
const SCOREBOARD = '/apis/site/v2/sports/football/nfl/scoreboard'
const BRONX = 'latitude=40.8292&longitude=-73.9265'
const HOURLY_VARIABLES =
  'temperature_2m,relative_humidity_2m,precipitation_probability,precipitation,snowfall,surface_pressure,wind_speed_10m,wind_direction_10m,wind_gusts_10m,weather_code'

describe('scoreboard of the football service', () => {
  it('lists a Sunday by the clock: games in progress, and later games before their kickoff', async () => {
    const { events } = espnScoreboardSchema.parse(await json(`${SCOREBOARD}?dates=20260719`))
    expect(events.length).toBeGreaterThan(10)
    const states = Map.groupBy(events, ({ status }) => status.type.state)
    for (const { date, competitions } of states.get('pre') ?? []) {
      expect(date > '2026-07-19T18:30Z').toBe(true)
      expect(competitions[0]?.competitors.map(({ score }) => score)).toEqual(['0', '0'])
    }
    expect(states.get('in')?.every(({ date }) => date <= '2026-07-19T18:30Z')).toBe(true)
    expect(states.get('in')?.length).toBeGreaterThan(4)
    expect(events.every(({ competitions }) => competitions[0]?.venue?.indoor !== undefined)).toBe(true)
  })

  it('returns finals of Thursday, nothing on Friday, the current week without a date, and a range', async () => {
    const thursday = espnScoreboardSchema.parse(await json(`${SCOREBOARD}?dates=20260716`))
    expect(thursday.events).toHaveLength(1)
    expect(thursday.events[0]?.status.type).toMatchObject({ state: 'post', completed: true })
    expect(thursday.events[0]?.competitions[0]?.competitors.filter(({ winner }) => winner)).toHaveLength(1)
    expect(espnScoreboardSchema.parse(await json(`${SCOREBOARD}?dates=20260717`)).events).toEqual([])
    const week = espnScoreboardSchema.parse(await json(SCOREBOARD))
    expect(week.events.length).toBeGreaterThan(11)
    expect(await json(`${SCOREBOARD}?dates=20260716-20260722`)).toEqual(await json(SCOREBOARD))
  })

  it('refuses an invalid date and fails on demand, in the format of the service', async () => {
    for (const bad of ['2026-07-19', '20261399', '20260719-20260701']) {
      expect((await fetch(`${league.url}${SCOREBOARD}?dates=${bad}`)).status, bad).toBe(400)
    }
    league.testHooks.fail(SCOREBOARD, 500)
    expect(await json(SCOREBOARD)).toEqual({ code: 500, message: 'Internal error occurred' })
  })
})

describe('forecast of the weather service', () => {
  it('returns an object for one place and an array for several, in the requested units', async () => {
    const imperial = 'temperature_unit=fahrenheit&wind_speed_unit=mph&precipitation_unit=inch'
    const path = `/v1/forecast?${BRONX}&hourly=${HOURLY_VARIABLES}&timezone=America/New_York&forecast_days=1&${imperial}`
    const [here] = openMeteoAnswerSchema.parse(await json(path))
    expect(here?.utc_offset_seconds).toBe(-4 * 3600)
    expect(here?.hourly.time).toHaveLength(24)
    expect(here?.hourly_units).toMatchObject({
      temperature_2m: '°F',
      wind_speed_10m: 'mp/h',
      precipitation: 'inch',
    })
    const metric = `/v1/forecast?latitude=40.8292,39.756&longitude=-73.9265,-104.994&hourly=${HOURLY_VARIABLES}`
    const both = await json(metric)
    expect(both).toHaveLength(2)
    const [bronx, denver] = openMeteoAnswerSchema.parse(both)
    expect(bronx?.hourly.time).toHaveLength(7 * 24)
    expect(denver?.hourly.surface_pressure?.[0]).toBeLessThan(860)
    // 00:00 in New York is 04:00 GMT.
    const fahrenheit = here?.hourly.temperature_2m?.[0] ?? 0
    expect(((fahrenheit - 32) * 5) / 9).toBeCloseTo(bronx?.hourly.temperature_2m?.[4] ?? 0, 0)
  })

  it.each([
    ['', 'latitude'],
    [`${BRONX}&hourly=mood`, 'mood'],
    ['latitude=91&longitude=0', '91'],
    ['latitude=1,2&longitude=0', 'same number'],
    [`${BRONX}&timezone=Mars/Base`, 'Mars'],
    [`${BRONX}&start_date=2027-01-01&end_date=2027-01-02`, 'out of allowed range'],
  ])('refuses "%s" with a reason that contains "%s"', async (query, reason) => {
    const response = await fetch(`${league.url}/v1/forecast?${query}`)
    expect(response.status).toBe(400)
    expect(openMeteoErrorSchema.parse(await response.json()).reason).toContain(reason)
  })
})

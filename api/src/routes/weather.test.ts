import { errorEnvelopeSchema, gamesTodayResponse, teamWeatherResponse } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantTimer } from '../platform/testing/fake-timer.ts'
import { systemTimer } from '../platform/timer.ts'
import { footballEvent } from '../sources/testing/football-event.ts'
import { openMeteoBody } from '../sources/testing/forecast-bodies.ts'
import { refuse, type StubService, stubService } from '../sources/testing/stub-service.ts'
import { createTestUpstream } from '../sources/testing/test-upstream.ts'
import type { Upstream } from '../sources/upstream.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { testEnv } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

let failing: RegExp | null
let service: StubService
let upstream: Upstream
let timer: ReturnType<typeof instantTimer>
let app: Awaited<ReturnType<typeof serveApp>>
beforeEach(async () => {
  failing = null
  timer = instantTimer()
  service = await stubService((url, response) => {
    if (failing?.test(url.pathname)) return refuse(response, 500)
    if (url.pathname === '/api/v1/schedule') return { dates: [] }
    if (url.pathname.endsWith('/scoreboard'))
      return { events: [footballEvent({ date: '2026-07-15T17:00Z' })] }
    const places = (url.searchParams.get('latitude') ?? '').split(',').map(() => openMeteoBody())
    return places.length === 1 ? places[0] : places
  })
  upstream = createTestUpstream(service.url, timer)
  app = await serveApp(fakeDeps({ upstream, env: testEnv({ RATE_LIMITS: 'on' }) }))
})
afterEach(async () => {
  await app.close()
  await upstream.close()
  await service.close()
})
const get = (path: string) => fetch(app.url + path)

describe('W2 GET /api/games/today', () => {
  it('answers without sign-in and is cacheable for half a minute', async () => {
    const response = await get('/api/games/today')
    expect(response.headers.get('cache-control')).toBe('public, max-age=30')
    const answer = gamesTodayResponse.parse(await response.json())
    expect(answer).toMatchObject({
      date: '2026-07-15',
      missing: [],
      games: { football: [{ homeTeam: 'KC' }] },
    })
  })
  it('is not cacheable while a sport is missing', async () => {
    failing = /scoreboard/
    const response = await get('/api/games/today?date=2026-07-16')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.json()).toMatchObject({ date: '2026-07-16', missing: ['football'] })
  })
  it('answers 503 with Retry-After when both sports are missing', async () => {
    failing = /./
    const response = await get('/api/games/today')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBeTruthy()
    expect(errorEnvelopeSchema.parse(await response.json())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })
  it.each(['date=today', 'date=2026-02-30', 'day=2026-07-15', 'date=1999-07-15'])(
    'refuses %s',
    async (search) => {
      expect((await get(`/api/games/today?${search}`)).status).toBe(400)
    },
  )
  it('has a limit per address', async () => {
    const statuses = new Set<number>()
    for (let call = 0; call < 62; call += 1) statuses.add((await get('/api/games/today?date=x')).status)
    expect([...statuses]).toEqual([400, 429])
  })
})

describe('W2 GET /api/weather/{team}', () => {
  it('answers without sign-in and batches the requests of one page', async () => {
    // Only this test waits for real before it sends a batch.
    const patient = createTestUpstream(service.url, { ...timer, sleep: systemTimer.sleep })
    const page = await serveApp(fakeDeps({ upstream: patient }))
    const teams = ['NYY', 'BOS', 'CHC', 'COL', 'AZ', 'LAD']
    const responses = await Promise.all(
      teams.map((team) => fetch(`${page.url}/api/weather/${team}?sport=baseball`)),
    )
    const answers = await Promise.all(
      responses.map(async (response) => teamWeatherResponse.parse(await response.json())),
    )
    await page.close()
    await patient.close()
    expect(answers.map(({ team }) => team)).toEqual(['NYY', 'BOS', 'CHC', 'COL', 'AZ', 'LAD'])
    expect(responses[0]?.headers.get('cache-control')).toBe('public, max-age=300')
    expect(service.asked.length).toBeLessThan(teams.length)
  })
  it.each([
    ['/XYZ?sport=baseball', 404, 'There is no baseball club with the code XYZ'],
    ['/New%20York?sport=baseball', 404, 'There is no baseball club of that name'],
    ['/NYY', 400, 'sport: '],
    ['/NYY?sport=cricket', 400, 'sport: '],
    ['/NYY?sport=baseball&gameTime=7%3A10%20PM', 400, 'gameTime: must be a time with its offset'],
    ['/NYY?sport=baseball&gameTime=2026-07-15T19:10:00', 400, 'gameTime: must be a time with its offset'],
    [
      '/NYY?sport=baseball&gameTime=2026-09-15T19:10:00Z',
      400,
      'Open-Meteo has no forecast for that game time',
    ],
    ['/NYY?sport=baseball&units=metric', 400, ''],
  ])('refuses %s with %i', async (path, status, text) => {
    const response = await get(`/api/weather${path}`)
    expect(response.status).toBe(status)
    expect(errorEnvelopeSchema.parse(await response.json()).message).toContain(text)
  })
})

import { historicalResponse } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantTimer } from '../platform/testing/fake-timer.ts'
import { club, hittingSplit, rosterPerson, withLog } from '../sources/testing/stats-bodies.ts'
import { refuse, type StubService, stubService } from '../sources/testing/stub-service.ts'
import { createTestUpstream } from '../sources/testing/test-upstream.ts'
import type { Upstream } from '../sources/upstream.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { coversOf, type ScriptedRun, scriptRun } from '../testing/script-run.ts'
import { signToken } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const FAILURE = 'Failed to retrieve historical player data'
const pena = { name: 'Jose Pena', team: 'NYY', group: 'hitting' }
const unknownPlayer = { name: 'No One', team: '', group: 'hitting' }

let app: Awaited<ReturnType<typeof serveApp>>
let service: StubService
let upstream: Upstream
let token: string
let script: ScriptedRun
let logsAreAway: boolean

beforeEach(async () => {
  script = scriptRun(RUN, 'captured', { feature: 'ai', covers: coversOf(pena, unknownPlayer) })
  logsAreAway = false
  token = await signToken()
  const roster = [rosterPerson(1, 'José Peña', 147), rosterPerson(5, 'Sam Roe', 147)]
  service = await stubService((url, response) => {
    if (url.pathname === '/api/v1/sports/1/players') return { people: roster }
    if (url.pathname === '/api/v1/teams') return { teams: [club(147, 'NYY'), club(111, 'BOS')] }
    if (url.pathname === '/api/v1/schedule') return { dates: [] }
    if (url.pathname === '/api/v1/teams/stats') return { stats: [] }
    if (url.pathname === '/api/v1/transactions') return { transactions: [] }
    if (logsAreAway) return refuse(response, 500)
    const ids = (url.searchParams.get('personIds') ?? '').split(',')
    const requested = roster.filter(({ id }) => ids.includes(String(id)))
    return {
      people: requested.map((person) => withLog(person, 'hitting', [hittingSplit(12, '2026-05-01', 2)])),
    }
  })
  upstream = createTestUpstream(service.url, instantTimer())
  const idle = fakeDeps().repositories
  app = await serveApp(fakeDeps({ upstream, repositories: { ...idle, runs: script.runs } }))
})
afterEach(async () => {
  await app.close()
  await upstream.close()
  await service.close()
})

const ask = (body: object, sport = 'mlb', bearer = token) =>
  fetch(`${app.url}/api/historical/${sport}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: JSON.stringify(body),
  })
const readError = async (response: Response) => {
  const { message, code } = (await response.json()) as { message: string; code: string }
  return [response.status, code, message]
}

describe('N4 POST /api/historical/{sport}', () => {
  it('returns all records at once, without forecasts of other markets, and charges nothing', async () => {
    const response = await ask({ runId: RUN, players: [pena, unknownPlayer, pena] }, 'MLB')
    expect(response.status).toBe(200)
    const { data } = historicalResponse.parse(await response.json())
    expect(data).toMatchObject({
      players: [
        {
          type: 'player',
          name: 'Jose Pena',
          fullName: 'José Peña',
          games: [{ hits: 2 }],
          forecastScope: ['Hits'],
        },
        { type: 'missing', name: 'No One', reason: 'unknown player' },
      ],
      stale: false,
    })
    expect(script.ledger).toEqual([])
  })
  it('answers with the specified message when the stats service fails, and the run stays paid', async () => {
    logsAreAway = true
    expect(await readError(await ask({ runId: RUN, players: [pena] }))).toEqual([
      503,
      'UPSTREAM_UNAVAILABLE',
      FAILURE,
    ])
    logsAreAway = false
    expect(script.state).toBe('captured')
  })
  it('answers with the specified message when no player is known', async () => {
    expect(await readError(await ask({ runId: RUN, players: [unknownPlayer] }))).toEqual([
      404,
      'NOT_FOUND',
      FAILURE,
    ])
    expect(script.state).toBe('captured')
  })
  it('refuses a held run, a released run and a player outside of the run', async () => {
    const other = { ...pena, name: 'Sam Roe' }
    const outside = await readError(await ask({ runId: RUN, players: [pena, other] }))
    expect(outside.slice(0, 2)).toEqual([403, 'OUTSIDE_RUN'])
    for (const state of ['held', 'released'] as const) {
      script.state = state
      const answer = await readError(await ask({ runId: RUN, players: [pena] }))
      expect(answer.slice(0, 2)).toEqual([403, 'RUN_REQUIRED'])
    }
    expect(script.ledger).toEqual([])
  })
  it.each([
    ['nba', 'NBA is not open yet: only MLB can be analyzed.'],
    ['NFL', 'NFL is not open yet: only MLB can be analyzed.'],
    ['chess', 'This sport is unknown: only MLB can be analyzed.'],
  ])('answers 404 with a reason for the sport %s', async (sport, words) => {
    expect(await readError(await ask({ runId: RUN, players: [pena] }, sport))).toEqual([
      404,
      'NOT_FOUND',
      words,
    ])
    expect(script.ledger).toEqual([])
  })
  it('requires sign-in, a live run and a valid body', async () => {
    expect((await ask({ runId: RUN, players: [pena] }, 'mlb', '')).status).toBe(401)
    const other = await ask({ runId: crypto.randomUUID(), players: [pena] })
    expect((await readError(other)).slice(0, 2)).toEqual([403, 'RUN_REQUIRED'])
    for (const body of [{}, { runId: RUN, players: [] }, { runId: RUN, players: Array(61).fill(pena) }]) {
      expect((await ask(body)).status).toBe(400)
    }
    expect(script.ledger).toEqual([])
  })

  it('accepts a sport that is open', async () => {
    Object.assign(upstream, { leagues: [{ sport: 'NBA', group: 'basketball' }] })
    expect((await ask({ runId: RUN, players: [pena] }, 'nba')).status).toBe(200)
  })
})

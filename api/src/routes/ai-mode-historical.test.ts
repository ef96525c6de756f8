import { historicalResponse } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantTimer } from '../platform/testing/fake-timer.ts'
import { club, hittingSplit, rosterPerson, withLog } from '../sources/testing/stats-bodies.ts'
import { refuse, type StubService, stubService } from '../sources/testing/stub-service.ts'
import { createTestUpstream } from '../sources/testing/test-upstream.ts'
import type { Upstream } from '../sources/upstream.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { signToken, TEST_USER } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const run = {
  id: RUN,
  user_id: TEST_USER,
  feature: 'ai',
  category: 'Hits',
  cost: 1,
  expires_at: '2026-07-15T17:00Z',
}
const FAILURE = 'Failed to retrieve historical player data'
const pena = { name: 'Jose Pena', team: 'NYY', group: 'hitting' }

let app: Awaited<ReturnType<typeof serveApp>>
let service: StubService
let upstream: Upstream
let token: string
let ledger: string[]
let state: 'held' | 'captured' | 'released' | 'database lost'
let logsAreAway: boolean

beforeEach(async () => {
  ledger = []
  state = 'held'
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
  const runs: typeof idle.runs = {
    ...idle.runs,
    live: async (id, user) => (id === RUN && user === TEST_USER && state !== 'released' ? run : null),
    capture: async () => {
      if (state === 'database lost') throw new Error('the connection was lost')
      if (state !== 'held') return false
      state = 'captured'
      ledger.push('captured')
      return true
    },
    release: async (_, reason) => {
      if (state !== 'held') return false
      state = 'released'
      ledger.push(`released: ${reason}`)
      return true
    },
  }
  app = await serveApp(fakeDeps({ upstream, repositories: { ...idle, runs } }))
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
  it('returns all records at once and captures the run once', async () => {
    const players = [pena, { name: 'No One', team: '', group: 'hitting' }, pena]
    const response = await ask({ runId: RUN, players }, 'MLB')
    expect(response.status).toBe(200)
    const { data } = historicalResponse.parse(await response.json())
    expect(data).toMatchObject({
      players: [
        { type: 'player', name: 'Jose Pena', fullName: 'José Peña', games: [{ hits: 2 }] },
        { type: 'missing', name: 'No One', reason: 'unknown player' },
      ],
      stale: false,
    })
    expect(ledger).toEqual(['captured'])
    expect((await ask({ runId: RUN, players: [pena] })).status).toBe(200)
    expect(ledger).toEqual(['captured'])
  })
  it('answers with the specified message and releases the run when the stats service fails', async () => {
    logsAreAway = true
    expect(await readError(await ask({ runId: RUN, players: [pena] }))).toEqual([
      503,
      'UPSTREAM_UNAVAILABLE',
      FAILURE,
    ])
    expect(ledger).toEqual(['released: the server failed'])
  })
  it('answers with the specified message and releases the run when no player is known', async () => {
    const unknownPlayer = { name: 'No One', team: '', group: 'hitting' }
    expect(await readError(await ask({ runId: RUN, players: [unknownPlayer] }))).toEqual([
      404,
      'NOT_FOUND',
      FAILURE,
    ])
    expect(ledger).toEqual(['released: nothing to hand over'])
  })
  it('returns no records when the capture fails', async () => {
    state = 'database lost'
    expect((await ask({ runId: RUN, players: [pena] })).status).toBe(500)
    expect(ledger).toEqual([])
  })
  it.each([
    ['nba', 'NBA is not open yet: only MLB can be analyzed.'],
    ['NFL', 'NFL is not open yet: only MLB can be analyzed.'],
    ['chess', 'There is no such sport here: only MLB can be analyzed.'],
  ])('answers 404 with a reason for the sport %s', async (sport, words) => {
    expect(await readError(await ask({ runId: RUN, players: [pena] }, sport))).toEqual([
      404,
      'NOT_FOUND',
      words,
    ])
    expect(ledger).toEqual([])
  })
  it('requires sign-in, a live run and a valid body', async () => {
    expect((await ask({ runId: RUN, players: [pena] }, 'mlb', '')).status).toBe(401)
    const other = await ask({ runId: crypto.randomUUID(), players: [pena] })
    expect((await readError(other)).slice(0, 2)).toEqual([403, 'RUN_REQUIRED'])
    for (const body of [{}, { runId: RUN, players: [] }, { runId: RUN, players: Array(61).fill(pena) }]) {
      expect((await ask(body)).status).toBe(400)
    }
    expect(ledger).toEqual([])
  })
})

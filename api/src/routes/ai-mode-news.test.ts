import { errorEnvelopeSchema, newsSentimentResponse } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { club, rosterPerson } from '../sources/testing/stats-bodies.ts'
import { refuse } from '../sources/testing/stub-service.ts'
import { startUpstream } from '../sources/testing/test-upstream.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { coversOf, type ScriptedRun, scriptRun } from '../testing/script-run.ts'
import { signToken, testEnv } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const env = testEnv({ LEAGUE_CLOCK: 'frozen:2026-07-17T16:00:00Z', RATE_LIMITS: 'on' })
const PLAYERS = ['José Peña', 'Jose Pena', 'Ansel Ode', 'Sam Roe', 'Nobody Known', 'Max Lee', 'Two Lives']
const roster = [
  rosterPerson(1, 'José Peña', 136),
  rosterPerson(2, 'Ansel Ode', 136, 'P'),
  rosterPerson(3, 'Max Lee', 136),
  rosterPerson(4, 'Max Lee', 136),
  rosterPerson(5, 'Sam Roe', 136),
  // Two players share this name and differ only in position, so the name alone is ambiguous.
  rosterPerson(6, 'Two Lives', 136),
  rosterPerson(7, 'Two Lives', 136, 'P'),
]
let transactionId = 0
const transaction = (personId: number, date: string, typeCode: string, description: string) => {
  transactionId += 1
  return { id: transactionId, person: { id: personId }, toTeam: { id: 136 }, date, typeCode, description }
}
const many = Array.from({ length: 14 }, (_, at) =>
  transaction(
    5,
    `2026-06-${10 + at}`,
    at % 2 ? 'CU' : 'OPT',
    `Seattle Mariners ${at % 2 ? 'recalled' : 'optioned'} 2B Sam Roe.`,
  ),
)
const TRANSACTIONS = [
  transaction(
    1,
    '2026-07-01',
    'SC',
    'Seattle Mariners placed 2B José Peña on the 10-day injured list. Left oblique strain.',
  ),
  transaction(
    2,
    '2026-06-20',
    'SC',
    'Seattle Mariners placed RHP Ansel Ode on the 15-day injured list. Right elbow sprain.',
  ),
  transaction(
    2,
    '2026-07-10',
    'ASG',
    'Seattle Mariners sent RHP Ansel Ode on a rehab assignment to Tacoma Rainiers.',
  ),
  transaction(
    2,
    '2026-07-15',
    'SC',
    'Seattle Mariners activated RHP Ansel Ode from the 15-day injured list.',
  ),
  ...many,
  'nonsense',
]

let app: Awaited<ReturnType<typeof serveApp>>
let token: string
let failing: number | undefined
let script: ScriptedRun
beforeEach(async () => {
  failing = undefined
  token = await signToken()
  const { upstream } = await startUpstream((url, response) => {
    if (failing !== undefined) return refuse(response, failing)
    if (url.pathname.endsWith('/players')) return { people: roster }
    if (url.pathname === '/api/v1/teams') return { teams: [club(136, 'SEA')] }
    return { transactions: TRANSACTIONS }
  })
  const idle = fakeDeps().repositories
  const covers = coversOf(...PLAYERS.map((name) => ({ name, team: 'SEA', group: 'hitting' })))
  script = scriptRun(RUN, 'captured', { feature: 'ai', covers })
  app = await serveApp(fakeDeps({ env, upstream, repositories: { ...idle, runs: script.runs } }))
})
afterEach(() => app.close())

const ask = (body: object, bearer: string | null = token) =>
  fetch(`${app.url}/api/news-sentiment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: JSON.stringify(body),
  })
const newsOf = async (...names: string[]) => {
  const response = await ask({ runId: RUN, players: names.map((name) => ({ name, team: 'SEA' })) })
  expect(response.status).toBe(200)
  return newsSentimentResponse.parse(await response.json()).data
}
const refusal = async (response: Response) => [
  response.status,
  errorEnvelopeSchema.parse(await response.json()).code,
]

describe('N4 POST /api/news-sentiment', () => {
  it('reports injuries, returns and other transactions in the words of the league, newest first', async () => {
    const { players, stale } = await newsOf('Jose Pena', 'Ansel Ode', 'Sam Roe')
    expect(stale).toBe(false)
    const [pena, ode, roe] = players
    expect(pena).toMatchObject({
      name: 'Jose Pena',
      team: 'SEA',
      sentiment: 'negative',
      availability: { state: 'out', label: '10-day injured list', date: '2026-07-01' },
    })
    expect(pena?.moves).toEqual([
      {
        date: '2026-07-01',
        label: '10-day injured list',
        text: 'Seattle Mariners placed 2B José Peña on the 10-day injured list. Left oblique strain.',
      },
    ])
    expect(ode).toMatchObject({
      sentiment: 'positive',
      availability: { state: 'returned', label: 'activated' },
    })
    expect(ode?.moves.map(({ label }) => label)).toEqual([
      'activated',
      'rehabilitation assignment',
      '15-day injured list',
    ])
    expect(roe).toMatchObject({ sentiment: 'neutral', availability: null })
    expect(roe?.moves).toHaveLength(10)
    expect(roe?.moves[0]?.date).toBe('2026-06-23')
  })
  it('omits players whose name is unknown or ambiguous', async () => {
    const { players } = await newsOf('Nobody Known', 'Max Lee', 'Two Lives', 'José Peña')
    expect(players.map(({ name }) => name)).toEqual(['José Peña'])
  })
  it('refuses a held run, a released run and a player outside of the run', async () => {
    const players = [{ name: 'Sam Roe', team: 'SEA' }]
    const outside = await ask({ runId: RUN, players: [...players, { name: 'Ada Lo', team: 'SEA' }] })
    expect(await refusal(outside)).toEqual([403, 'OUTSIDE_RUN'])
    for (const state of ['held', 'released'] as const) {
      script.state = state
      expect(await refusal(await ask({ runId: RUN, players }))).toEqual([403, 'RUN_REQUIRED'])
    }
    expect(script.ledger).toEqual([])
  })
  it('requires sign-in, a live run and a valid body', async () => {
    const players = [{ name: 'José Peña', team: 'SEA' }]
    expect((await refusal(await ask({ runId: RUN, players }, null)))[0]).toBe(401)
    expect(await refusal(await ask({ runId: '00000000-0000-4000-8000-000000000000', players }))).toEqual([
      403,
      'RUN_REQUIRED',
    ])
    for (const body of [{ players }, { runId: RUN, players: [] }, { runId: RUN, players, more: 1 }]) {
      expect((await refusal(await ask(body)))[0]).toBe(400)
    }
    const crowd = Array.from({ length: 61 }, (_, at) => ({ name: `Player ${at}`, team: '' }))
    expect((await refusal(await ask({ runId: RUN, players: crowd })))[0]).toBe(400)
  })
  it.each([403, 429, 500])('answers with an upstream error when the league answers %i', async (status) => {
    failing = status
    const response = await ask({ runId: RUN, players: [{ name: 'José Peña', team: 'SEA' }] })
    expect([429, 502, 503]).toContain(response.status)
    expect(errorEnvelopeSchema.parse(await response.json()).code).toMatch(/^UPSTREAM_/)
  })
})

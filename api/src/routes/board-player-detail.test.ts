import { playerDetailResponse, whatIfResponse } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  BATTER,
  createDetailFixture,
  type Question,
  STARTER_ID,
  TODAY,
} from '../services/board/player-detail/testing/detail-fixture.ts'
import { refuse } from '../sources/testing/stub-service.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { coversOf, type ScriptedRun, scriptRun } from '../testing/script-run.ts'
import { signToken, testEnv } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
let app: Awaited<ReturnType<typeof serveApp>>
let fixture: Awaited<ReturnType<typeof createDetailFixture>>
let token: string
let script: ScriptedRun

async function open(changes: Parameters<typeof createDetailFixture>[0] = {}) {
  fixture = await createDetailFixture(changes)
  const idle = fakeDeps().repositories
  const env = testEnv({ RATE_LIMITS: 'off', LEAGUE_CLOCK: `frozen:${TODAY}T15:00:00Z` })
  app = await serveApp(
    fakeDeps({ env, upstream: fixture.parts.upstream, repositories: { ...idle, runs: script.runs } }),
  )
}
beforeEach(async () => {
  script = scriptRun(RUN, 'captured', { covers: coversOf(BATTER, { ...BATTER, name: 'Nobody' }) })
  token = await signToken()
})
afterEach(() => app.close())

const post = (path: string, body: object, bearer: string | null = token) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: JSON.stringify(body),
  })
const ask = (body: object = { runId: RUN, player: BATTER }) => post('/api/player-detail', body)
const askWhatIf = (more: object = {}) =>
  post('/api/what-if', { runId: RUN, player: BATTER, changes: {}, ...more })
const codeOf = async (response: Response) => {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}

describe('N12 POST /api/player-detail', () => {
  it('contains the reasons of the market of the run only', async () => {
    await open()
    const reasonsOf = async () =>
      playerDetailResponse.parse(await (await ask()).json()).why.map(({ stat }) => stat)
    expect(await reasonsOf()).toEqual(['Hits'])
    script.run = { ...script.run, category: 'All Stat Lines' }
    expect((await reasonsOf()).length).toBeGreaterThan(5)
    expect(script.ledger).toEqual([])
  })

  it('requires a valid body', async () => {
    await open()
    for (const body of [
      {},
      { runId: RUN },
      { runId: 'x', player: BATTER },
      { runId: RUN, player: { ...BATTER, group: 'fielding' } },
      { runId: RUN, player: { ...BATTER, name: ' ' } },
      { runId: RUN, player: BATTER, more: true },
    ])
      expect(await codeOf(await ask(body)), JSON.stringify(body)).toEqual([400, 'BAD_REQUEST'])
    expect(script.ledger).toEqual([])
    expect(fixture.asked).toEqual([])
  })

  it.each<{ what: string; question: Question; name: string; expected: [number, string] }>([
    {
      what: 'the roster fails',
      question: 'roster',
      name: 'Jose Pena',
      expected: [503, 'UPSTREAM_UNAVAILABLE'],
    },
    {
      what: 'the game log fails',
      question: 'log',
      name: 'Jose Pena',
      expected: [503, 'UPSTREAM_UNAVAILABLE'],
    },
    { what: 'the name is unknown', question: 'vs pitcher', name: 'Nobody', expected: [404, 'NOT_FOUND'] },
  ])('fails when $what, and the run stays paid', async ({ question, name, expected }) => {
    const failing: Answer = (_url, response) => refuse(response, 500)
    await open({ [question]: failing })
    expect(await codeOf(await ask({ runId: RUN, player: { ...BATTER, name } }))).toEqual(expected)
    expect([script.ledger, script.state]).toEqual([[], 'captured'])
  })
})

describe('N12 POST /api/what-if', () => {
  it('answers forecasts and reasons of the market of the run, exactly as in the contract, and charges nothing', async () => {
    await open()
    const response = await askWhatIf({ changes: { slot: 2, starterId: STARTER_ID } })
    expect(response.status).toBe(200)
    const body: unknown = await response.json()
    expect(whatIfResponse.parse(body)).toEqual(body)
    const { forecasts, why } = whatIfResponse.parse(body)
    expect([forecasts, why].map((list) => list.map(({ stat }) => stat))).toEqual([['Hits'], ['Hits']])
    expect([script.ledger, script.state]).toEqual([[], 'captured'])
  })

  it('requires a valid body', async () => {
    await open()
    for (const changes of [
      undefined,
      { slot: 0 },
      { slot: 10 },
      { slot: 1.5 },
      { starterId: 'x' },
      { starterId: -1 },
      { lineup: 'known' },
      { temperatureF: 200 },
      { temperatureF: null },
      { wind: { mph: 5 } },
      { wind: { mph: 500, direction: 'out' } },
      { wind: { mph: 5, direction: 'up' } },
      { home: true },
    ])
      expect(await codeOf(await askWhatIf({ changes })), JSON.stringify(changes)).toEqual([
        400,
        'BAD_REQUEST',
      ])
    expect(fixture.asked).toEqual([])
  })

  it('fails when the schedule fails or the name is unknown, and the run stays paid', async () => {
    const failing: Answer = (_url, response) => refuse(response, 500)
    await open({ schedule: failing })
    expect(await codeOf(await askWhatIf())).toEqual([503, 'UNAVAILABLE'])
    expect(await codeOf(await askWhatIf({ player: { ...BATTER, name: 'Nobody' } }))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect([script.ledger, script.state]).toEqual([[], 'captured'])
  })
})

describe.each([
  ['/api/player-detail', {}],
  ['/api/what-if', { changes: {} }],
])('N12 POST %s', (path, more) => {
  const body = { runId: RUN, player: BATTER, ...more }

  it('requires sign-in, and refuses other runs, unpaid runs and a player outside of the run', async () => {
    await open()
    expect(await codeOf(await post(path, body, null))).toEqual([401, 'UNAUTHORIZED'])
    const other = { ...body, runId: crypto.randomUUID() }
    expect(await codeOf(await post(path, other))).toEqual([403, 'RUN_REQUIRED'])
    const outside = { ...body, player: { ...BATTER, group: 'pitching' } }
    expect(await codeOf(await post(path, outside))).toEqual([403, 'OUTSIDE_RUN'])
    for (const state of ['held', 'released'] as const) {
      script.state = state
      expect(await codeOf(await post(path, body))).toEqual([403, 'RUN_REQUIRED'])
    }
    expect([script.ledger, fixture.asked]).toEqual([[], []])
  })
})

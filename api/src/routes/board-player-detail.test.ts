import { playerDetailResponse } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  BATTER,
  createDetailFixture,
  type Question,
  TODAY,
} from '../services/board/player-detail/testing/detail-fixture.ts'
import { refuse } from '../sources/testing/stub-service.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { signToken, TEST_USER, testEnv } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const run = {
  id: RUN,
  user_id: TEST_USER,
  feature: 'quick',
  category: 'Hits',
  cost: 1,
  expires_at: `${TODAY}T17:00Z`,
}

let app: Awaited<ReturnType<typeof serveApp>>
let fixture: Awaited<ReturnType<typeof createDetailFixture>>
let token: string
/** `taken away`: another request or the sweeper releases the run before it is captured. */
let state: 'held' | 'captured' | 'released' | 'taken away'
let charged: string[]

async function open(changes: Parameters<typeof createDetailFixture>[0] = {}, limits: 'on' | 'off' = 'off') {
  fixture = await createDetailFixture(changes)
  const idle = fakeDeps().repositories
  const env = testEnv({ RATE_LIMITS: limits, LEAGUE_CLOCK: `frozen:${TODAY}T15:00:00Z` })
  const runs = {
    ...idle.runs,
    live: async (id: string, user: string) =>
      id === RUN && user === TEST_USER && state !== 'released' ? run : null,
    capture: async (id: string) => {
      if (state === 'taken away') state = 'released'
      if (state !== 'held') return false
      state = 'captured'
      charged.push(id)
      return true
    },
  }
  app = await serveApp(fakeDeps({ env, upstream: fixture.parts.upstream, repositories: { ...idle, runs } }))
}
beforeEach(async () => {
  state = 'held'
  charged = []
  token = await signToken()
})
afterEach(() => app.close())

const ask = (body: object = { runId: RUN, player: BATTER }, bearer: string | null = token) =>
  fetch(`${app.url}/api/player-detail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: JSON.stringify(body),
  })
const codeOf = async (response: Response) => {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}

describe('N12 POST /api/player-detail', () => {
  it('returns an answer that matches the contract exactly', async () => {
    await open()
    const response = await ask()
    expect(response.status).toBe(200)
    const body: unknown = await response.json()
    expect(playerDetailResponse.parse(body)).toEqual(body)
    expect(body).toMatchObject({ fullName: 'José Peña', missing: {} })
  })

  it('captures a held run once and charges a captured run no more', async () => {
    await open()
    await ask()
    expect(charged).toEqual([RUN])
    await ask()
    await ask()
    expect(charged).toEqual([RUN])
  })

  it('answers 403 when the run was released in the meantime', async () => {
    await open()
    state = 'taken away'
    expect(await codeOf(await ask())).toEqual([403, 'RUN_REQUIRED'])
    expect(charged).toEqual([])
  })

  it('requires sign-in, a live run and a valid body', async () => {
    await open()
    expect(await codeOf(await ask(undefined, null))).toEqual([401, 'UNAUTHORIZED'])
    const other = { runId: crypto.randomUUID(), player: BATTER }
    expect(await codeOf(await ask(other))).toEqual([403, 'RUN_REQUIRED'])
    for (const body of [
      {},
      { runId: RUN },
      { runId: 'x', player: BATTER },
      { runId: RUN, player: { ...BATTER, group: 'fielding' } },
      { runId: RUN, player: { ...BATTER, name: ' ' } },
      { runId: RUN, player: BATTER, more: true },
    ])
      expect(await codeOf(await ask(body)), JSON.stringify(body)).toEqual([400, 'BAD_REQUEST'])
    expect(charged).toEqual([])
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
  ])('captures nothing when $what, and the run stays held', async ({ question, name, expected }) => {
    const failing: Answer = (_url, response) => refuse(response, 500)
    await open({ [question]: failing })
    expect(await codeOf(await ask({ runId: RUN, player: { ...BATTER, name } }))).toEqual(expected)
    expect([charged, state]).toEqual([[], 'held'])
  })

  it('is limited to 40 calls a minute per user', async () => {
    await open({}, 'on')
    const statuses: number[] = []
    for (let at = 0; at < 42; at++) statuses.push((await ask()).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(40)
    expect(statuses.slice(40)).toEqual([429, 429])
  })
})

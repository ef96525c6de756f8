import { whatIfResponse } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  BATTER,
  createDetailFixture,
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

async function open(changes: Parameters<typeof createDetailFixture>[0] = {}, limits: 'on' | 'off' = 'off') {
  fixture = await createDetailFixture(changes)
  const idle = fakeDeps().repositories
  const env = testEnv({ RATE_LIMITS: limits, LEAGUE_CLOCK: `frozen:${TODAY}T15:00:00Z` })
  app = await serveApp(
    fakeDeps({ env, upstream: fixture.parts.upstream, repositories: { ...idle, runs: script.runs } }),
  )
}
beforeEach(async () => {
  script = scriptRun(RUN, 'captured', { covers: coversOf(BATTER, { ...BATTER, name: 'Nobody' }) })
  token = await signToken()
})
afterEach(() => app.close())

const ask = (more: object = {}, bearer: string | null = token) =>
  fetch(`${app.url}/api/what-if`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: JSON.stringify({ runId: RUN, player: BATTER, changes: {}, ...more }),
  })
const codeOf = async (response: Response) => {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}

describe('N12 POST /api/what-if', () => {
  it('answers forecasts and reasons of the market of the run, exactly as in the contract, and charges nothing', async () => {
    await open()
    const response = await ask({ changes: { slot: 2, starterId: STARTER_ID } })
    expect(response.status).toBe(200)
    const body: unknown = await response.json()
    expect(whatIfResponse.parse(body)).toEqual(body)
    const { forecasts, why } = whatIfResponse.parse(body)
    expect([forecasts, why].map((list) => list.map(({ stat }) => stat))).toEqual([['Hits'], ['Hits']])
    expect([script.ledger, script.state]).toEqual([[], 'captured'])
  })

  it('refuses a held run, a released run and a player outside of the run', async () => {
    await open()
    expect(await codeOf(await ask({ player: { ...BATTER, group: 'pitching' } }))).toEqual([
      403,
      'OUTSIDE_RUN',
    ])
    for (const state of ['held', 'released'] as const) {
      script.state = state
      expect(await codeOf(await ask())).toEqual([403, 'RUN_REQUIRED'])
    }
    expect([script.ledger, fixture.asked]).toEqual([[], []])
  })

  it('requires sign-in and a valid body', async () => {
    await open()
    expect(await codeOf(await ask({}, null))).toEqual([401, 'UNAUTHORIZED'])
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
      expect(await codeOf(await ask({ changes })), JSON.stringify(changes)).toEqual([400, 'BAD_REQUEST'])
    expect(fixture.asked).toEqual([])
  })

  it('fails when the schedule fails or the name is unknown, and the run stays paid', async () => {
    const failing: Answer = (_url, response) => refuse(response, 500)
    await open({ schedule: failing })
    expect(await codeOf(await ask())).toEqual([503, 'UNAVAILABLE'])
    expect(await codeOf(await ask({ player: { ...BATTER, name: 'Nobody' } }))).toEqual([404, 'NOT_FOUND'])
    expect([script.ledger, script.state]).toEqual([[], 'captured'])
  })

  it('is served a hundred times within a minute', async () => {
    await open({}, 'on')
    const statuses = new Set<number>()
    for (let call = 0; call < 100; call++)
      statuses.add((await ask({ changes: { slot: 1 + (call % 9) } })).status)
    expect([...statuses]).toEqual([200])
  })
})

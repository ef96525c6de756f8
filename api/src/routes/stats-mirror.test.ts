import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { club, scheduledGame } from '../sources/testing/stats-bodies.ts'
import { refuse } from '../sources/testing/stub-service.ts'
import { startUpstream } from '../sources/testing/test-upstream.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { type ScriptedRun, scriptRun } from '../testing/script-run.ts'
import { signToken } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
let app: Awaited<ReturnType<typeof serveApp>>
let asked: readonly string[]
let token: string
let script: ScriptedRun

beforeEach(async () => {
  script = scriptRun(RUN, 'captured')
  token = await signToken()
  const tonight = [{ date: '2026-07-15', games: [scheduledGame({ day: '2026-07-15', homeStarter: 2 })] }]
  const bodies: Record<string, unknown> = {
    '/api/v1/teams': { teams: [club(147, 'NYY'), club(111, 'BOS')] },
    '/api/v1/schedule': { dates: tonight },
    '/api/v1/people/2/stats': { stats: [] },
  }
  const started = await startUpstream((url, response) => bodies[url.pathname] ?? refuse(response, 404))
  asked = started.asked
  const idle = fakeDeps().repositories
  app = await serveApp(
    fakeDeps({
      upstream: started.upstream,
      repositories: {
        ...idle,
        runs: script.runs,
      },
    }),
  )
})
afterEach(() => app.close())

const codeOf = async (response: Response) => {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}

describe('GET /api/mlb/*', () => {
  const mirror = (path: string, runId: string | null = RUN, bearer: string | null = token) =>
    fetch(`${app.url}/api/mlb/${path}`, {
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(runId ? { 'x-run-id': runId } : {}),
      },
    })
  it('returns the answer of the stats service with its age for a paid run', async () => {
    const response = await mirror('api/v1/teams?sportId=1')
    expect(response.status).toBe(200)
    expect(response.headers.get('age')).toBe('0')
    expect(await response.json()).toEqual({ teams: [club(147, 'NYY'), club(111, 'BOS')] })
    for (const state of ['held', 'released'] as const) {
      script.state = state
      expect(await codeOf(await mirror('api/v1/teams?sportId=1'))).toEqual([403, 'RUN_REQUIRED'])
    }
    expect(script.ledger).toEqual([])
  })
  it('requires sign-in and a live run, and serves only listed paths and parameters', async () => {
    const teams = 'api/v1/teams?sportId=1'
    expect(await codeOf(await mirror(teams, RUN, null))).toEqual([401, 'UNAUTHORIZED'])
    for (const runId of [null, 'run 7', crypto.randomUUID()]) {
      expect(await codeOf(await mirror(teams, runId))).toEqual([403, 'RUN_REQUIRED'])
    }
    expect(await codeOf(await mirror('api/v1/awards'))).toEqual([404, 'NOT_FOUND'])
    expect(await codeOf(await mirror(`${teams}&fields=x`))).toEqual([400, 'BAD_REQUEST'])
    expect(asked).toEqual([])
    expect(script.ledger).toEqual([])
  })
  it('serves the requests of the pitchers page without sign-in and without a charge', async () => {
    const pitcher = 'api/v1/people/2/stats?stats=gameLog&group=pitching&season=2026'
    for (const path of ['v1/schedule?sportId=1&date=2026-07-15&hydrate=probablePitcher', pitcher]) {
      expect((await mirror(path, null, null)).status, path).toBe(200)
    }
    expect(await codeOf(await mirror(pitcher.replace('people/2', 'people/3'), null, null))).toEqual([
      401,
      'UNAUTHORIZED',
    ])
    expect(script.ledger).toEqual([])
  })
  it('passes on a 404 of the stats service without a charge', async () => {
    expect(await codeOf(await mirror('api/v1/people/9'))).toEqual([404, 'NOT_FOUND'])
    expect(script.ledger).toEqual([])
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadOrCreateSecrets } from '@propsight/supabase/secrets'
import { afterEach, describe, expect, it } from 'vitest'
import { runCommand } from '../testing/run-command.ts'
import { type StubApi, sendJson, stubApi } from '../testing/stub-api.ts'

let stub: StubApi
afterEach(() => stub?.close())

const rollout = {
  name: 'picks',
  generation: 7,
  live: '1.1.0',
  previous: '1.0.0',
  canary: null,
  halted: null,
  retired: null,
  updatedAt: '2026-07-15T16:00:00Z',
}
const canary = { version: '1.2.0', percent: 10, since: '2026-07-15T16:00:00Z' }
/** One body that answers the rollouts and the releases of a remote. */
const readings = (
  state: Partial<Omit<typeof rollout, 'previous' | 'canary'>> & {
    previous?: string | null
    canary?: typeof canary
  } = {},
) => {
  const current = { ...rollout, ...state }
  const { previous } = current
  const rollbackTo = previous === null ? null : { version: previous, verdict: 'worked', skipped: [] }
  return { rollouts: [current], name: current.name, rollout: current, rollbackTo, releases: [], events: [] }
}
const envelope = (message: string, code = 'X') => ({ error: message, message, code, requestId: 'r1' })

describe('F2 remote command with a failing API', () => {
  it.each<[string, number, unknown, Record<string, string>, number, RegExp]>([
    [
      'a wrong token',
      401,
      envelope('This token is not known'),
      {},
      3,
      /not known\. The request used .*PROPSIGHT_TOKEN/,
    ],
    ['a token of another remote', 403, envelope('This token opens weather'), {}, 3, /opens weather/],
    ['a conflicting change', 409, envelope('Somebody else changed picks'), {}, 4, /Somebody else/],
    [
      'a lockout',
      429,
      envelope('Too many wrong keys or tokens. Try again in 10 minutes.'),
      {},
      1,
      /10 minutes/,
    ],
    ['a redirect', 302, {}, { location: 'https://elsewhere.example/' }, 1, /elsewhere\.example/],
    [
      'an unavailable data service',
      503,
      envelope('The data service is not answering.'),
      {},
      5,
      /data service/,
    ],
    ['another service', 404, 'nope', {}, 1, /Is it a Propsight API/],
    ['an answer of another version', 200, { rollouts: 'none' }, {}, 1, /does not understand/],
  ])('exits with a code and a reason for %s', async (_, status, body, headers, code, words) => {
    stub = await stubApi((_request, response) => sendJson(response, status, body, headers))
    const outcome = await runCommand(['list', '--api', stub.url], { env: { PROPSIGHT_TOKEN: 'psd_secret' } })
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({
      code,
      stderr: expect.stringMatching(words),
    })
    expect(outcome.stdout + outcome.stderr).not.toContain('psd_secret')
  })

  it('exits with 5 when the API is unreachable, also with --json', async () => {
    stub = await stubApi(() => {})
    const { url } = stub
    await stub.close()
    const people = await runCommand(['list', '--api', url])
    expect(people.code).toBe(5)
    expect(people.stderr).toMatch(/trying again[\s\S]*cannot be reached: nothing listens there/)
    const scripts = await runCommand(['list', '--api', url, '--json'])
    expect({ code: scripts.code, stderr: scripts.stderr }).toEqual({ code: 5, stderr: '' })
    expect(scripts.json()).toMatchObject({ ok: false, error: { exitCode: 5 } })
  })

  it('retries once after a lost answer', async () => {
    stub = await stubApi((request, response, requestNumber) => {
      if (requestNumber === 1) request.socket.destroy()
      else sendJson(response, 200, { rollouts: [rollout] })
    })
    const { code, stdout } = await runCommand(['list', '--api', stub.url])
    expect({ code, requests: stub.requests.length }).toEqual({ code: 0, requests: 2 })
    expect(stdout).toContain('picks')
  })

  it('continues after a restart of an API that answered before', async () => {
    let refusals = 0
    stub = await stubApi((request, response, requestNumber) => {
      if (request.method === 'GET') return sendJson(response, 200, readings({ canary }))
      refusals += 1
      if (requestNumber < 10) request.socket.destroy()
      else sendJson(response, 200, { rollout: { ...rollout, generation: 8, live: '1.2.0' } })
    })
    const { code, stdout } = await runCommand(['promote', 'picks', '--api', stub.url])
    expect({ code, refusals, stdout }).toEqual({
      code: 0,
      refusals: 9,
      stdout: expect.stringContaining('1.2.0'),
    })
  })

  it.each(['promote', 'rollback', 'retire', 'halt'])(
    'exits with 3 when %s is called with a token of another remote',
    async (action) => {
      stub = await stubApi((_request, response) => sendJson(response, 200, readings({ name: 'weather' })))
      const args = [action, 'picks', '--api', stub.url, ...(action === 'retire' ? ['--yes'] : [])]
      const { code, stderr } = await runCommand(args, { env: { PROPSIGHT_TOKEN: 'psd_secret' } })
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: expect.stringContaining('This deploy token opens weather, not picks'),
      })
    },
  )

  it('explains how to set a token when none was sent', async () => {
    stub = await stubApi((_request, response) => sendJson(response, 401, envelope('Sign in to continue')))
    const { code, stderr } = await runCommand(['list', '--api', stub.url])
    expect(code).toBe(3)
    expect(stderr).toMatch(/No token was sent: set PROPSIGHT_TOKEN/)
    expect(stub.requests[0]?.authorization).toBeUndefined()
  })

  it('stops waiting after Ctrl-C', async () => {
    const stop = new AbortController()
    stub = await stubApi(() => stop.abort())
    const { code, stderr } = await runCommand(['list', '--api', stub.url], { signal: stop.signal })
    expect(code).toBe(130)
    expect(stderr).toContain('Stopped')
  })
})

describe('F2 token of the remote command', () => {
  it('is read from a file before the environment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'propsight-token-'))
    try {
      writeFileSync(join(folder, 'token'), 'psd_file\n')
      stub = await stubApi((_request, response) => sendJson(response, 200, { rollouts: [] }))
      const env = { PROPSIGHT_TOKEN: 'psd_env', PROPSIGHT_API: stub.url }
      await runCommand(['list', '--token-file', join(folder, 'token')], { env })
      await runCommand(['list'], { env })
      expect(stub.requests.map(({ authorization }) => authorization)).toEqual([
        'Bearer psd_file',
        'Bearer psd_env',
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('of a local start is sent to that start only, and only without another token', async () => {
    const home = mkdtempSync(join(tmpdir(), 'propsight-home-'))
    const health = { status: 'ok', parts: {} }
    const answer: Parameters<typeof stubApi>[0] = (request, response) =>
      sendJson(response, 200, request.url === '/health' ? health : { rollouts: [] })
    stub = await stubApi(answer)
    const elsewhere = await stubApi(answer)
    try {
      const { adminKey } = loadOrCreateSecrets(home)
      writeFileSync(join(home, 'running.json'), JSON.stringify({ pid: process.pid, url: stub.url }))
      const env = { PROPSIGHT_HOME: home }
      await runCommand(['list'], { env })
      await runCommand(['list'], { env: { ...env, PROPSIGHT_TOKEN: 'psd_env' } })
      await runCommand(['list'], { env: { ...env, ADMIN_KEY: 'another-admin-key' } })
      const shown = (api: StubApi) =>
        api.requests.filter(({ path }) => path !== '/health').map((one) => one.authorization)
      expect(shown(stub)).toEqual([`Bearer ${adminKey}`, 'Bearer psd_env', 'Bearer another-admin-key'])
      await runCommand(['list', '--api', elsewhere.url], { env })
      expect(shown(elsewhere)).toEqual([undefined])
      expect(stub.requests.filter(({ path }) => path !== '/health')).toHaveLength(3)
    } finally {
      await elsewhere.close()
      rmSync(home, { recursive: true, force: true })
    }
  })

  it('is not printed when passed by --token, which causes a warning', async () => {
    stub = await stubApi((_request, response) => sendJson(response, 200, { rollouts: [] }))
    const { stderr } = await runCommand(['list', '--api', stub.url, '--token', 'psd_shown'])
    expect(stderr).toContain('--token shows in the list of processes')
    expect(stderr).not.toContain('not encrypted')
    expect(stderr).not.toContain('psd_shown')
  })
})

describe('F2 impossible change', () => {
  const answering = (state: object) =>
    stubApi((_request, response) => sendJson(response, 200, readings(state)))

  it.each([
    ['rollback', { previous: null }, /no earlier release/],
    ['promote', {}, /no canary to promote/],
    [
      'halt',
      { halted: { version: '1.2.0', at: '2026-07-15T16:00:00Z', reason: '3 of 9' } },
      /1\.2\.0 was halted \(3 of 9\)/,
    ],
  ])('%s is refused before a change is requested', async (action, state, words) => {
    stub = await answering(state)
    const { code, stderr } = await runCommand([action, 'picks', '--api', stub.url])
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringMatching(words) })
    expect(new Set(stub.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  it('of a remote that was never deployed exits with 1 instead of a conflict', async () => {
    stub = await answering({ name: 'weather' })
    const { code, stderr } = await runCommand(['rollback', 'picks', '--api', stub.url])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Deployed: weather') })
  })
})

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  bundleOf,
  deployPartOf,
  formOf,
  sendForm,
  startTestApi,
  type TestApi,
  type TestUser,
} from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

export interface RewritingProxy {
  readonly url: string
  /** Number of rewritten responses. */
  rewritten(): number
  close(): Promise<void>
}

/** Starts a loopback proxy in front of a service that rewrites its response bodies. */
export async function startRewritingProxy(
  target: string,
  rewrite: (json: string) => string,
): Promise<RewritingProxy> {
  let count = 0
  const server = createServer(async (request, response) => {
    const answer = await fetch(target + request.url)
    count += 1
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    response.end(rewrite(await answer.text()))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rewritten: () => count,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const CLOCK = 'frozen:2026-07-18T16:00:00Z'
const ADMIN_KEY = 'the-admin-key-of-the-polluted'
const MARK = 'polluted'
/** Inserted at the start of every object of every answer. */
const POLLUTION = `"__proto__":{"${MARK}":"${MARK}"},"constructor":{"prototype":{"${MARK}":"${MARK}"}},"hasOwnProperty":"${MARK}",`
const pollute = (json: string) => json.replace(/\{(?=\s*")/g, `{${POLLUTION}`)

let league: Awaited<ReturnType<typeof startTestLeague>>
let upstream: RewritingProxy
let api: TestApi
let user: TestUser
beforeAll(async () => {
  league = await startTestLeague({ clock: parseLeagueClock(CLOCK) })
  upstream = await startRewritingProxy(league.url, pollute)
  api = await startTestApi({
    jobs: false,
    leagueUrl: upstream.url,
    env: { ADMIN_KEY, LEAGUE_CLOCK: CLOCK },
  })
  user = await api.createUser()
}, 120_000)
afterAll(async () => {
  await api?.close()
  await upstream?.close()
  await league?.close()
}, 30_000)

/** Expects unpolluted prototypes. The API runs in the process of the test. */
function expectClean(): void {
  expect(Reflect.get({}, MARK)).toBeUndefined()
  expect(Reflect.get([], MARK)).toBeUndefined()
  expect(Reflect.get(() => undefined, MARK)).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
}

async function ask(path: string, json?: unknown): Promise<string> {
  const answer = await fetch(api.url + path, {
    ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
  })
  const text = await answer.text()
  expect(answer.status, `${path}: ${text.slice(0, 300)}`).toBeLessThan(300)
  expect(text, path).not.toContain(MARK)
  return text
}

describe('an upstream that pollutes every object', () => {
  it('sends polluting keys (check of the test itself)', async () => {
    expect(JSON.parse(pollute('{"a":{"b":1}}')).a.hasOwnProperty).toBe(MARK)
  })

  it('changes no prototype and no answer of the API', async () => {
    const { runId } = JSON.parse(
      await ask('/api/runs', { feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }),
    )
    const lines = JSON.parse(await ask(`/api/fetch-lines?category=Hits&runId=${runId}`))
    const players = JSON.stringify(lines).match(/"name":"[^"]+"/g) ?? []
    expect(players.length).toBeGreaterThan(3)
    await ask('/api/games/today')
    expect((await ask('/api/pitchers?phase=strikeouts')).split('\n').length).toBeGreaterThan(5)
    expect(upstream.rewritten()).toBeGreaterThan(5)
    expectClean()
  }, 60_000)
})

describe('a remote with polluting keys', () => {
  it.each(['declaration', 'manifest'])('in its %s is refused or published without them', async (where) => {
    const name = `enemy${where}`
    const manifest = pollute(
      `{"metaData":{"globalName":"x","remoteEntry":{"name":"entry.js","path":""}},"exposes":[]}`,
    )
    const bundle = bundleOf(name, '1.0.0', where === 'manifest' ? { 'mf-manifest.json': manifest } : {})
    const form = formOf(deployPartOf(bundle), bundle.files)
    if (where === 'declaration') form.set('deploy', pollute(String(form.get('deploy'))))
    const { status } = await sendForm(api.url, name, form, ADMIN_KEY)
    expect(status).toBeLessThan(500)
    for (const path of ['/api/remotes', '/']) {
      const text = await (await fetch(api.url + path)).text()
      expect(text, path).not.toContain(MARK)
    }
    expectClean()
  })
})

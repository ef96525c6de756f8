import { randomUUID } from 'node:crypto'
import { startTestApi, type TestApi, type TestUser } from '@propsight/api/harness'
import { bundleOf, deployPartOf, formOf, sendForm } from '@propsight/api/harness/bundle'
import { startLeague } from '@propsight/league'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RewritingProxy, startRewritingProxy } from '../support/hostile/rewriting-proxy.ts'

const CLOCK = 'frozen:2026-07-18T16:00:00Z'
const ADMIN_KEY = 'the-admin-key-of-the-polluted'
const MARK = 'polluted'
/** What every object of every answer begins with. */
const POLLUTION = `"__proto__":{"${MARK}":"${MARK}"},"constructor":{"prototype":{"${MARK}":"${MARK}"}},"hasOwnProperty":"${MARK}",`
const pollute = (json: string) => json.replace(/\{(?=\s*")/g, `{${POLLUTION}`)

let league: Awaited<ReturnType<typeof startLeague>>
let upstream: RewritingProxy
let api: TestApi
let user: TestUser
beforeAll(async () => {
  league = await startLeague({ mode: 'sample', clock: parseLeagueClock(CLOCK) })
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

/** Of the process in which both the API and this test run. */
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

describe('a service whose every object pollutes', () => {
  it('is what the API reads', async () => {
    expect(JSON.parse(pollute('{"a":{"b":1}}')).a.hasOwnProperty).toBe(MARK)
  })

  it('reaches no prototype and no answer, whatever is asked of it', async () => {
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

describe('a remote whose declaration and manifest pollute', () => {
  it.each(['declaration', 'manifest'])('is refused or published clean: %s', async (where) => {
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

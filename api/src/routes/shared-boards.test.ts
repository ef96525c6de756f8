import { addressedRecordSchema } from '@propsight/shared/contracts'
import { Agent, fetch, interceptors, type RequestInit, type Response } from 'undici'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { instantTimer } from '../platform/testing/fake-timer.ts'
import { createSharedBoards, SHARED_BOARD_MS } from '../services/board/shared-boards.ts'
import { club, hittingSplit, rosterPerson, withLog } from '../sources/testing/stats-bodies.ts'
import { type StubService, stubService } from '../sources/testing/stub-service.ts'
import { createTestUpstream } from '../sources/testing/test-upstream.ts'
import type { Upstream } from '../sources/upstream.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { coversOf, scriptRun } from '../testing/script-run.ts'
import { bearer, serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const pena = { name: 'José Peña', team: 'NYY', group: 'hitting' }
const timer = instantTimer()
const { log } = fakeDeps()

let service: StubService
let upstream: Upstream
let app: Awaited<ReturnType<typeof serveApp>>
/** Paths that reached the API. */
let requested: string[]

beforeEach(async () => {
  requested = []
  const roster = [rosterPerson(1, pena.name, 147)]
  service = await stubService(async (url) => {
    if (url.pathname === '/api/v1/sports/1/players') return { people: roster }
    if (url.pathname === '/api/v1/teams') return { teams: [club(147, 'NYY')] }
    if (url.pathname === '/api/v1/schedule') return { dates: [] }
    if (url.pathname === '/api/v1/teams/stats') return { stats: [] }
    return {
      people: roster.map((person) => withLog(person, 'hitting', [hittingSplit(12, '2026-05-01', 1)])),
    }
  })
  upstream = createTestUpstream(service.url, timer)
  const deps = fakeDeps({ upstream })
  app = await serveApp({
    ...deps,
    repositories: {
      ...deps.repositories,
      runs: scriptRun(RUN, 'captured', { covers: coversOf(pena) }).runs,
    },
    sharedBoards: createSharedBoards({ secret: 'a secret', timer, redis: null, log }),
  })
})
afterEach(async () => {
  await app.close()
  await upstream.close()
  await service.close()
})

/** A shared cache (RFC 9111) in front of the API, as a CDN is. It notes what it requests. */
const createCdn = () =>
  new Agent().compose(
    (dispatch) => (options, handler) => {
      requested.push(String(options.path))
      return dispatch(options, handler)
    },
    interceptors.cache({ type: 'shared' }),
  )
const askBoard = async (init: RequestInit = {}, query = '?address=accepted') =>
  fetch(`${app.url}/api/game-logs${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'br', ...(await bearer()) },
    body: JSON.stringify({ runId: RUN, players: [pena] }),
    ...init,
  })
const parse = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => addressedRecordSchema.parse(JSON.parse(line)))
const readRecords = async (response: Promise<Response>) => parse(await (await response).text())
/** The address of a board. The first response is streamed and cached. */
const addressOf = async () => {
  await readRecords(askBoard())
  const [record] = await readRecords(askBoard())
  return record?.type === 'address' ? record.path : 'no address'
}

it('a cached board is sent by the CDN to the next users, after the API has checked their runs', async () => {
  const dispatcher = createCdn()
  const boards: unknown[] = [await readRecords(askBoard({ dispatcher }))]
  for (let user = 0; user < 3; user += 1) {
    const [record] = await readRecords(askBoard({ dispatcher }))
    if (record?.type !== 'address') throw new Error('the response is no address')
    const headers = { 'accept-encoding': 'br', ...(await bearer()) }
    boards.push(await readRecords(fetch(app.url + record.path, { headers, dispatcher })))
  }
  expect(requested.filter((path) => path.startsWith('/api/game-logs'))).toHaveLength(4)
  expect(requested.filter((path) => path.startsWith('/api/boards/'))).toHaveLength(1)
  for (const other of boards) expect(other).toEqual(boards[0])
})

it('a client that does not accept an address receives the cached board', async () => {
  await addressOf()
  const records = await readRecords(askBoard({}, ''))
  expect(records.at(-1)).toMatchObject({ type: 'end', players: 1 })
})

it('no address is sent to a client without a right to the board', async () => {
  await addressOf()
  const body = JSON.stringify({ runId: RUN, players: [{ ...pena, name: 'No One' }] })
  const refused = await askBoard({ body })
  expect(refused.status).toBe(403)
  expect(await refused.text()).not.toContain('/api/boards/')
})

it('an address is unguessable, the same for every client and another for another board', async () => {
  const address = await addressOf()
  expect(address).toMatch(/^\/api\/boards\/[\w-]{43}$/)
  expect(await addressOf()).toBe(address)
  const other = createSharedBoards({ secret: 'other', timer, redis: null, log }).publish(Buffer.from('x'))
  const same = createSharedBoards({ secret: 'a secret', timer, redis: null, log }).publish(Buffer.from('x'))
  expect(new Set([address, other, same]).size).toBe(3)
  const unknown = await fetch(`${app.url}/api/boards/${'a'.repeat(43)}`)
  expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

it('a board under its address may be cached for five minutes and expires', async () => {
  const address = await addressOf()
  const plain = await fetch(app.url + address, { headers: { 'accept-encoding': 'identity' } })
  expect(parse(await plain.text()).at(-1)).toMatchObject({ type: 'end', players: 1 })
  expect(plain.headers.get('cache-control')).toBe('public, max-age=300, immutable')
  expect(plain.headers.get('vary')).toMatch(/accept-encoding/i)
  expect(plain.headers.get('set-cookie')).toBeNull()
  timer.skip(SHARED_BOARD_MS)
  expect((await fetch(app.url + address)).status).toBe(404)
})

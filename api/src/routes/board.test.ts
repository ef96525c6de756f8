import { fetchLinesResponse, type GameLogRecord, gameLogRecordSchema } from '@propsight/shared/contracts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantTimer } from '../platform/testing/fake-timer.ts'
import { club, hittingSplit, pitchingSplit, rosterPerson, withLog } from '../sources/testing/stats-bodies.ts'
import { refuse, type StubService, stubService } from '../sources/testing/stub-service.ts'
import { createTestUpstream } from '../sources/testing/test-upstream.ts'
import type { Upstream } from '../sources/upstream.ts'
import { emptyUpstream, fakeDeps } from '../testing/fake-deps.ts'
import { signToken, TEST_USER } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const run = {
  id: RUN,
  user_id: TEST_USER,
  feature: 'quick',
  category: 'Hits',
  cost: 1,
  expires_at: '2026-07-15T17:00Z',
}

let app: Awaited<ReturnType<typeof serveApp>>
let service: StubService
let upstream: Upstream
let token: string
let charged: string[]
let state: 'held' | 'captured' | 'released' | 'taken away' | 'database lost'
let logs: 'good' | 'away' | 'held'
let releaseLogs: () => void
let logged: string[]

const roster = [
  rosterPerson(1, 'José Peña', 147),
  rosterPerson(2, 'Ansel Ode', 111, 'P'),
  rosterPerson(3, 'Max Lee', 111),
  rosterPerson(4, 'Max Lee', 111),
  rosterPerson(5, 'Sam Roe', 147),
]

beforeEach(async () => {
  charged = []
  state = 'held'
  logged = []
  logs = 'good'
  const logsReleased = Promise.withResolvers<void>()
  releaseLogs = logsReleased.resolve
  token = await signToken()
  service = await stubService(async (url, response) => {
    if (url.pathname === '/api/v1/sports/1/players') return { people: roster }
    if (url.pathname === '/api/v1/teams') return { teams: [club(147, 'NYY'), club(111, 'BOS')] }
    if (url.pathname === '/api/v1/schedule') return { dates: [] }
    if (url.pathname === '/api/v1/teams/stats') return { stats: [] }
    if (url.pathname === '/projections') return { data: [], included: [] }
    if (logs === 'away') return refuse(response, 500)
    if (logs === 'held') await logsReleased.promise
    const ids = (url.searchParams.get('personIds') ?? '').split(',')
    const pitching = url.searchParams.get('hydrate')?.includes('pitching')
    return {
      people: roster
        .filter(({ id }) => ids.includes(String(id)))
        .map((person) =>
          pitching
            ? withLog(person, 'pitching', [pitchingSplit(12, '2026-05-01', 7)])
            : withLog(person, 'hitting', [hittingSplit(12, '2026-05-01', 2)]),
        ),
    }
  })
  upstream = createTestUpstream(service.url, instantTimer())
  const idle = fakeDeps().repositories
  app = await serveApp(
    fakeDeps({
      upstream,
      log: pino({ level: 'info' }, { write: (line) => logged.push(line) }),
      repositories: {
        ...idle,
        runs: {
          ...idle.runs,
          live: async (id, user) => (id === RUN && user === TEST_USER && state !== 'released' ? run : null),
          capture: async (id) => {
            if (state === 'database lost') throw new Error('the connection was lost')
            if (state === 'taken away') state = 'released'
            if (state !== 'held') return false
            state = 'captured'
            charged.push(`captured ${id}`)
            return true
          },
          release: async (id, reason) => {
            if (state !== 'held') return false
            state = 'released'
            charged.push(`released ${id}: ${reason}`)
            return true
          },
        },
      },
    }),
  )
})
afterEach(async () => {
  releaseLogs()
  await app.close()
  await upstream.close()
  await service.close()
})

const get = (path: string, bearer: string | null = token) =>
  fetch(app.url + path, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} })
const codeOf = async (response: Response) => {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}
const ask = (players: object[], runId = RUN, signal?: AbortSignal) =>
  fetch(`${app.url}/api/game-logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ runId, players }),
    ...(signal ? { signal } : {}),
  })
const readPlayerRecords = async (response: Response): Promise<GameLogRecord[]> =>
  (await response.text())
    .trim()
    .split('\n')
    .map((line) => gameLogRecordSchema.parse(JSON.parse(line)))

const pena = { name: 'Jose Pena', team: 'NYY', group: 'hitting' }
const ode = { name: 'Ansel Ode', team: 'BOS', group: 'pitching' }

describe('N8 GET /api/fetch-lines', () => {
  it('answers the pitcher categories without sign-in, by either name', async () => {
    for (const category of [
      'Strikeouts',
      'Pitcher%20Strikeouts',
      'Hits%20Allowed',
      'Pitcher%20Hits%20Allowed',
    ]) {
      const response = await get(`/api/fetch-lines?category=${category}&limit=50`, null)
      expect(response.status).toBe(200)
      expect(fetchLinesResponse.parse(await response.json()).players).toEqual([])
    }
  })
  it('requires sign-in and a live run of the same category', async () => {
    expect(await codeOf(await get('/api/fetch-lines?category=Hits', null))).toEqual([401, 'UNAUTHORIZED'])
    expect(await codeOf(await get('/api/fetch-lines?category=Hits'))).toEqual([403, 'RUN_REQUIRED'])
    const other = `runId=${crypto.randomUUID()}`
    expect(await codeOf(await get(`/api/fetch-lines?category=Hits&${other}`))).toEqual([403, 'RUN_REQUIRED'])
    expect(await codeOf(await get(`/api/fetch-lines?category=Runs&runId=${RUN}`))).toEqual([
      403,
      'RUN_REQUIRED',
    ])
    expect((await get(`/api/fetch-lines?category=Hits&runId=${RUN}`)).status).toBe(200)
  })
  it.each([
    'category=Cricket',
    'category=Hits&book=other',
    'category=Strikeouts&limit=0',
    'category=Strikeouts&limit=50001',
    'category=Strikeouts&x=1',
    'category=Strikeouts&state=ZZ',
  ])('refuses %s', async (search) => {
    expect(await codeOf(await get(`/api/fetch-lines?${search}`))).toEqual([400, 'BAD_REQUEST'])
  })
  it('releases the hold when there are no lines to rank, and never captures it', async () => {
    await get(`/api/fetch-lines?category=Hits&runId=${RUN}`)
    expect(charged).toEqual([`released ${RUN}: no lines to rank`])
  })
  it('does not release the hold of another user', async () => {
    await get(`/api/fetch-lines?category=Strikeouts&limit=50&runId=${crypto.randomUUID()}`)
    await get(`/api/fetch-lines?category=Strikeouts&limit=50&runId=${RUN}`, null)
    expect(charged).toEqual([])
  })
})

describe('POST /api/game-logs', () => {
  it('streams one record per player, captures the run and ends with an end record', async () => {
    const players = [
      pena,
      ode,
      { name: 'Max Lee', team: 'BOS', group: 'hitting' },
      { name: 'No One', team: '', group: 'hitting' },
    ]
    const response = await ask(players)
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    const records = await readPlayerRecords(response)
    expect(records[0]).toEqual({ type: 'start', total: 4, season: 2026 })
    expect(records.at(-1)).toMatchObject({ type: 'end', players: 2, missing: 2, stale: false })
    expect(records.filter(({ type }) => type === 'missing')).toMatchObject([
      { name: 'Max Lee', reason: 'ambiguous name' },
      { name: 'No One', reason: 'unknown player' },
    ])
    expect(records.find(({ type }) => type === 'player')).toMatchObject({
      name: 'Jose Pena',
      fullName: 'José Peña',
      personId: 1,
      position: '2B',
      batSide: 'R',
      games: [{ hits: 2, opponent: 'BOS', homeAway: 'HOME' }],
    })
    expect(records.find(({ type }) => type === 'pitcher')).toMatchObject({
      games: [{ outs: 19, started: true }],
    })
    expect(charged).toEqual([`captured ${RUN}`])
  })
  it('releases the run and ends with an error record when the logs cannot be read', async () => {
    logs = 'away'
    const records = await readPlayerRecords(await ask([pena]))
    expect(records.at(-1)).toMatchObject({ type: 'error', code: 'UPSTREAM_UNAVAILABLE' })
    expect(charged).toEqual([`released ${RUN}: the server failed`])
  })
  it('releases the run when no player is known', async () => {
    const records = await readPlayerRecords(await ask([{ name: 'No One', team: '', group: 'hitting' }]))
    expect(records.at(-1)).toMatchObject({ type: 'end', players: 0, missing: 1 })
    expect(charged).toEqual([`released ${RUN}: no logs were found`])
  })
  it('neither captures the run nor cancels the shared request when a client disconnects', async () => {
    logs = 'held'
    const controller = new AbortController()
    const response = await ask([pena], RUN, controller.signal)
    const reader = response.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"start"')
    const staying = ask([pena])
    await expect.poll(() => service.asked.filter((path) => path.includes('personIds')).length).toBe(1)
    controller.abort()
    await expect.poll(() => logged.some((line) => line.includes('"sent":false'))).toBe(true)
    releaseLogs()
    expect((await readPlayerRecords(await staying)).at(-1)).toMatchObject({ type: 'end', players: 1 })
    expect(service.asked.filter((path) => path.includes('personIds'))).toHaveLength(1)
    expect(charged).toEqual([`captured ${RUN}`])
  })
  it('captures the run before it sends the first log, and only once', async () => {
    await readPlayerRecords(await ask([pena]))
    state = 'held'
    charged = []
    logs = 'held'
    const controller = new AbortController()
    const response = await ask(
      [pena, { name: 'Sam Roe', team: 'NYY', group: 'hitting' }],
      RUN,
      controller.signal,
    )
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('"player"')) text += (await reader?.read())?.value ?? ''
    controller.abort()
    expect(charged).toEqual([`captured ${RUN}`])
    releaseLogs()
    expect((await readPlayerRecords(await ask([pena]))).at(-1)).toMatchObject({ type: 'end', players: 1 })
    expect(charged).toEqual([`captured ${RUN}`])
  })
  it('sends no log when the run was released in the meantime', async () => {
    state = 'taken away'
    const records = await readPlayerRecords(await ask([pena]))
    expect(records.map(({ type }) => type)).toEqual(['start', 'error'])
    expect(records.at(-1)).toMatchObject({ code: 'RUN_REQUIRED' })
  })
  it('breaks the connection when the capture fails, since the charge is unknown', async () => {
    state = 'database lost'
    const response = await ask([pena])
    await expect(response.text()).rejects.toThrow()
  })
  it('requires a live run of the user', async () => {
    expect(await codeOf(await ask([pena], crypto.randomUUID()))).toEqual([403, 'RUN_REQUIRED'])
  })
})

it('GET /api/fetch-lines answers 503 with UPSTREAM_UNAVAILABLE when the lines service is down', async () => {
  const away = await serveApp(
    fakeDeps({
      upstream: { ...emptyUpstream, lines: upstream.lines },
    }),
  )
  await service.close()
  const response = await fetch(`${away.url}/api/fetch-lines?category=Strikeouts`)
  expect(await codeOf(response)).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
  expect(response.headers.get('retry-after')).toBeTruthy()
  await away.close()
})

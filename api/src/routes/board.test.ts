import { fetchLinesResponse, type GameLogRecord, gameLogRecordSchema } from '@propsight/shared/contracts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantTimer } from '../platform/testing/fake-timer.ts'
import type { BookLine } from '../sources/lines/lines-client.ts'
import { club, hittingSplit, pitchingSplit, rosterPerson, withLog } from '../sources/testing/stats-bodies.ts'
import { refuse, type StubService, stubService } from '../sources/testing/stub-service.ts'
import { createTestUpstream } from '../sources/testing/test-upstream.ts'
import type { Upstream } from '../sources/upstream.ts'
import { emptyUpstream, fakeDeps } from '../testing/fake-deps.ts'
import { coversOf, type ScriptedRun, scriptRun } from '../testing/script-run.ts'
import { signToken } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const pena = { name: 'Jose Pena', team: 'NYY', group: 'hitting' }
const ode = { name: 'Ansel Ode', team: 'BOS', group: 'pitching' }
const roe = { name: 'Sam Roe', team: 'NYY', group: 'hitting' }
const lee = { name: 'Max Lee', team: 'BOS', group: 'hitting' }
const unknownPlayer = { name: 'No One', team: '', group: 'hitting' }

const read = <T>(value: T) => ({ value, readAt: '2026-07-15T16:00:00.000Z', ageSeconds: 0, stale: false })
const bookLine = (name: string, more: Partial<BookLine> = {}): BookLine => ({
  id: `line of ${name}`,
  name,
  team: 'NYY',
  position: '2B',
  stats: '1.5 More Hits',
  line: 1.5,
  statType: 'Hits',
  opponent: null,
  homeAway: null,
  gameTime: null,
  oddsType: 'standard',
  gameId: null,
  combo: false,
  promo: false,
  regularLine: null,
  description: '',
  inPlay: false,
  ...more,
})

let app: Awaited<ReturnType<typeof serveApp>>
let service: StubService
let upstream: Upstream
let token: string
let script: ScriptedRun
/** The book's lines. */
let board: { lines: BookLine[] }
let bookReads: number
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
  script = scriptRun(RUN, 'captured', { covers: coversOf(pena, ode, roe, lee, unknownPlayer) })
  board = { lines: [] }
  bookReads = 0
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
      upstream: {
        ...upstream,
        lines: {
          board: async () => {
            bookReads += 1
            return read({ ...board, suspended: [], skipped: 0, notRead: 0 })
          },
        },
      },
      log: pino({ level: 'info' }, { write: (line) => logged.push(line) }),
      repositories: {
        ...idle,
        runs: script.runs,
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
  it('gives no more lines without a run by filtering', async () => {
    board.lines = (['goblin', 'standard', 'demon'] as const).flatMap((oddsType) =>
      Array.from({ length: 60 }, (_, at) =>
        bookLine(`${oddsType} pitcher ${at}`, {
          statType: 'Pitcher Strikeouts',
          gameId: `g${at % 15}`,
          oddsType,
        }),
      ),
    )
    const count = async (search: string, as: string | null = null) => {
      const response = await get(`/api/fetch-lines?category=Strikeouts&limit=300${search}`, as)
      return fetchLinesResponse.parse(await response.json()).players.map(({ id }) => id)
    }
    const all = await count('')
    expect(all).toHaveLength(50)
    expect(await count('&gameIds=g3')).toEqual(all)
    expect(await count('&live=true')).toEqual(all)
    expect(await count('&oddsType=standard')).toEqual(all)
    expect(await count('&oddsType=demon')).toEqual(all)
    expect(await count('&state=NY', token)).toEqual(all)
  })
  it.each([
    'category=Cricket',
    'category=Hits&book=other',
    'category=Strikeouts&limit=0',
    'category=Strikeouts&limit=50001',
    'category=Strikeouts&x=1',
    `category=Hits&runId=${RUN}&state=ZZ`,
  ])('refuses %s', async (search) => {
    expect(await codeOf(await get(`/api/fetch-lines?${search}`))).toEqual([400, 'BAD_REQUEST'])
  })
  it('reads the book once for queries that differ in limit, letter case and order, and answers them alike', async () => {
    board.lines = [bookLine('Jose Pena'), bookLine('Sam Roe')]
    const queries = [
      '',
      '&limit=2',
      '&limit=3',
      '&limit=50000',
      '&oddsType=All',
      '&live=false',
      '&book=prizepicks',
    ]
    const texts = new Set<string>()
    for (const query of queries)
      texts.add(await (await get(`/api/fetch-lines?category=Hits&runId=${RUN}${query}`)).text())
    expect([bookReads, texts.size]).toEqual([1, 1])
    const limited = await get(`/api/fetch-lines?category=Hits&runId=${RUN}&limit=1`)
    expect(fetchLinesResponse.parse(await limited.json())).toMatchObject({
      total: 2,
      players: [{ name: 'Jose Pena' }],
    })
    expect(bookReads).toBe(1)
  })
  it('C2: captures the hold before the lines are sent, once, and records their players', async () => {
    script = Object.assign(script, { state: 'held', run: { ...script.run, covers: new Set() } })
    board.lines = [bookLine('Jose Pena'), bookLine('Ada Lo + Bo Ray', { combo: true })]
    for (let time = 0; time < 2; time += 1) {
      const response = await get(`/api/fetch-lines?category=Hits&runId=${RUN}`)
      expect(fetchLinesResponse.parse(await response.json()).players).toHaveLength(2)
      expect(script.ledger).toEqual(['captured'])
    }
    expect(script.run.covers).toEqual(coversOf(pena))
    board.lines.push(bookLine('Sam Roe'))
    await get(`/api/fetch-lines?category=Hits&runId=${RUN}&live=true`)
    expect(script.run.covers).toEqual(coversOf(pena, roe))
    expect(script.ledger).toEqual(['captured'])
  })
  it('C2: releases the hold and sends no line when none can be ranked', async () => {
    script.state = 'held'
    board.lines = [bookLine('Ada Lo + Bo Ray', { combo: true })]
    const response = await get(`/api/fetch-lines?category=Hits&runId=${RUN}`)
    expect(fetchLinesResponse.parse(await response.json())).toMatchObject({ players: [], total: 0 })
    expect(script.ledger).toEqual(['released: no lines to rank'])
  })
  it.each([
    ['was released meanwhile', 'taken away', 403],
    ['cannot be charged', 'database lost', 500],
  ] as const)('C2: sends no line when the run %s', async (_what, state, status) => {
    script.state = state
    board.lines = [bookLine('Sam Roe'), bookLine('New Player')]
    const response = await get(`/api/fetch-lines?category=Hits&runId=${RUN}`)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('Sam Roe')
    expect(script.ledger).toEqual([])
  })
  it('does not release the hold of another user', async () => {
    await get(`/api/fetch-lines?category=Strikeouts&limit=50&runId=${crypto.randomUUID()}`)
    await get(`/api/fetch-lines?category=Strikeouts&limit=50&runId=${RUN}`, null)
    expect(script.ledger).toEqual([])
  })
})

describe('POST /api/game-logs', () => {
  it('streams one record per player, charges nothing and ends with an end record', async () => {
    const response = await ask([pena, ode, lee, unknownPlayer])
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
      forecastScope: ['Hits'],
    })
    expect(script.ledger).toEqual([])
  })
  it('ends with an error record when the logs cannot be read, and the run stays paid', async () => {
    logs = 'away'
    const records = await readPlayerRecords(await ask([pena]))
    expect(records.at(-1)).toMatchObject({ type: 'error', code: 'UPSTREAM_UNAVAILABLE' })
    logs = 'good'
    expect((await readPlayerRecords(await ask([pena]))).at(-1)).toMatchObject({ type: 'end', players: 1 })
    expect(script.state).toBe('captured')
  })
  it('C2: refuses a held run, a released run and a player outside of the run', async () => {
    expect(await codeOf(await ask([pena, { ...pena, name: 'Ada Lo' }]))).toEqual([403, 'OUTSIDE_RUN'])
    for (const state of ['held', 'released'] as const) {
      script.state = state
      expect(await codeOf(await ask([pena]))).toEqual([403, 'RUN_REQUIRED'])
    }
    expect(script.ledger).toEqual([])
  })
  it('requires a live run of the user', async () => {
    expect(await codeOf(await ask([pena], crypto.randomUUID()))).toEqual([403, 'RUN_REQUIRED'])
  })
})

it('GET /api/fetch-lines answers 503 with UPSTREAM_UNAVAILABLE when the lines service is down', async () => {
  const away = await serveApp(fakeDeps({ upstream: { ...emptyUpstream, lines: upstream.lines } }))
  await service.close()
  const response = await fetch(`${away.url}/api/fetch-lines?category=Strikeouts`)
  expect(await codeOf(response)).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
  expect(response.headers.get('retry-after')).toBeTruthy()
  await away.close()
})

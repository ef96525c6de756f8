import type { ServerResponse } from 'node:http'
import {
  createLog,
  createUpstream,
  readOdds,
  type StubService,
  startTestApi,
  stubService,
  type TestApi,
  type TestUser,
} from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { oddsHistoryResponse, oddsResponse } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sweep } from '../../support/rounds.ts'

const DAY = '2026-07-18'
const KEY = 'secret0key0secret0key'
const MINUTE_MS = 60_000
/** A failed game is read again after the longest interval between two reads. */
const NEXT_READ_MS = 125 * MINUTE_MS
const GAMES = 6
/** Enough for the shortest intervals between reads. */
const CREDITS = '500000'
const TIMEOUT_MS = 2_000

const eventsSchema = z.array(
  z.object({ id: z.string(), commence_time: z.string(), home_team: z.string(), away_team: z.string() }),
)
type Event = z.infer<typeof eventsSchema>[number]

/** Answers a request for the list of games, or for the prices of one. Returns false to leave the usual answer. */
type Fault = (response: ServerResponse, what: 'list' | 'prices', game: number) => unknown

const outcome = (name: string, price: number) => ({ name, description: 'Mateo Villareal', price, point: 5.5 })
const OVER = outcome('Over', -120)
const UNDER = outcome('Under', 100)
const bookmaker = (key: string, outcomes: readonly object[]) => ({
  key,
  title: `${key} book`,
  markets: [{ key: 'pitcher_strikeouts', last_update: `${DAY}T12:00:00Z`, outcomes }],
})
const BOTH = [bookmaker('north', [OVER, UNDER]), bookmaker('south', [OVER, UNDER])]

const lines: string[] = []
const log = createLog('trace', { write: (line) => void lines.push(line) })
let league: Awaited<ReturnType<typeof startTestLeague>>
let base: TestApi
let user: TestUser
let service: StubService
let events: Event[] = []
let fault: Fault = () => false

beforeAll(async () => {
  league = await startTestLeague({ clock: parseLeagueClock(`frozen:${DAY}T12:00:00Z`) })
  service = await stubService((url, response) => {
    const id = /\/events\/([^/]+)\/odds$/.exec(url.pathname)?.[1]
    const game = events.findIndex((event) => event.id === id)
    const answer = fault(response, id === undefined ? 'list' : 'prices', game)
    if (answer !== false) return answer
    response.setHeader('x-requests-remaining', CREDITS)
    response.setHeader('x-requests-last', id === undefined ? '0' : '1')
    return id === undefined ? events : { ...events[game], bookmakers: BOTH }
  })
})
afterAll(async () => {
  await service?.close()
  await league?.close()
})
// Each test has its own database.
beforeEach(async () => {
  base = await startTestApi({ leagueUrl: league.url, jobs: false, env: { ODDS: 'off' } })
  user = await base.createUser()
  await listGames(GAMES)
})
afterEach(() => base?.close())

/** Games of the league in the evening of the day, as the odds service lists them. */
async function listGames(count: number): Promise<void> {
  const list = await fetch(`${league.url}/v4/sports/baseball_mlb/events?apiKey=any`)
  events = eventsSchema
    .parse(await list.json())
    .filter(({ commence_time }) => commence_time >= `${DAY}T20:00` && commence_time < `${DAY}T24:00`)
    .slice(0, count)
  expect(events).toHaveLength(count)
}

/**
 * Starts an API instance at a time of the day, runs the job, and reads the board and other routes from it.
 * @returns also the numbers of requests that the odds service received from the job and from the routes
 */
async function readAt(time: Date, longestCallMs?: number) {
  const upstream = createUpstream({
    statsUrl: league.url,
    linesUrl: league.url,
    odds: { url: service.url, key: KEY },
    redis: null,
    log,
    ...(longestCallMs && { longestCallMs }),
  })
  const api = await startTestApi({
    leagueUrl: league.url,
    databaseUrl: base.databaseUrl,
    jobs: false,
    upstream,
    log,
    env: { LEAGUE_CLOCK: `frozen:${time.toISOString()}` },
  })
  const get = (path: string) =>
    fetch(api.url + path, { headers: { authorization: `Bearer ${user.token}`, accept: '*/*' } })
  try {
    const before = service.asked.length
    for (const { deps } of api.instances) await readOdds(deps)
    const byJob = service.asked.length - before
    const board = await get('/api/odds')
    const body = oddsResponse.parse(await board.json())
    const others = ['/api/info', '/api/games/today', '/api/remotes', '/ready', '/api/account/rights']
    const statuses = await Promise.all(others.map(async (path) => [path, (await get(path)).status]))
    const { props } = body
    const [prop] = props
    const history = prop ? await get(`/api/odds/history?${new URLSearchParams({ propId: prop.id })}`) : null
    return {
      status: board.status,
      problem: body.problem,
      props,
      history: history && oddsHistoryResponse.parse(await history.json()).changes,
      failing: statuses.filter(([, status]) => status !== 200),
      byJob,
      byUsers: service.asked.length - before - byJob,
    }
  } finally {
    await api.close()
    await upstream.close()
  }
}

const refuse = (status: number, headers: Record<string, string> = {}) => {
  const answer: Fault = (response) => {
    response.writeHead(status, { 'x-requests-last': '0', 'x-requests-remaining': CREDITS, ...headers })
    response.end(JSON.stringify({ message: `apiKey=${KEY} is not valid` }))
  }
  return answer
}
const truncate: Fault = (response) => {
  response.writeHead(200, { 'content-length': '5000' })
  response.write('{"id":"e1",', () => response.destroy())
}
const only =
  (where: 'list' | 'prices', answer: Fault): Fault =>
  (response, what, game) =>
    what === where ? answer(response, what, game) : false

const UNREADABLE = 'The odds service sent an answer that cannot be read.'
const SILENT = 'The odds service is not answering.'

/** Fault, its answer, the problem on the board, and the requests for prices that the job sends for six games. */
const FAULTS: [string, Fault, string, number][] = sweep(2, [
  ['429', refuse(429, { 'retry-after': '1' }), 'The odds service asks us to slow down (429).', 1],
  ['a truncated body', truncate, SILENT, 4],
  ['401', refuse(401), 'The odds service refuses our requests (401).', 1],
  [
    '401 without credits',
    refuse(401, { 'x-requests-remaining': '0' }),
    'The credits of the odds service are used up.',
    1,
  ],
  ['422', refuse(422), 'The odds service rejected that request (422).', 6],
  ['500', refuse(500), 'The odds service is failing (500).', 4],
  ['invalid JSON', (response) => void response.end('<html>'), UNREADABLE, 4],
])

/** The board answers, no other route fails, and no request of a user reaches the odds service. */
const WORKING = { status: 200, failing: [], byUsers: 0 }

const FIRST = new Date(`${DAY}T12:00:00Z`)
const NEXT = new Date(FIRST.getTime() + NEXT_READ_MS)

describe('with a fault of the odds service, the board', () => {
  it.each(FAULTS)(
    'states %s of the prices, and has prices after the next read',
    async (_, answer, problem, requests) => {
      fault = only('prices', answer)
      const during = await readAt(FIRST)
      expect(during).toMatchObject({ ...WORKING, problem, props: [], byJob: 1 + requests })

      fault = () => false
      const after = await readAt(NEXT)
      expect(after).toMatchObject({ ...WORKING, problem: null, byJob: 1 + GAMES })
      expect(after.props).toHaveLength(GAMES)
    },
  )

  it.each(FAULTS)(
    'states %s of the list of games, keeps the prices, and requests none',
    async (_, answer, problem) => {
      fault = () => false
      const before = await readAt(FIRST)
      fault = only('list', answer)
      const during = await readAt(NEXT)
      expect(during).toMatchObject({ ...WORKING, problem, byJob: 1 })
      expect(during.props).toEqual(before.props)
    },
  )

  it('states a request for prices without an answer, and does not repeat it', async () => {
    await listGames(1)
    fault = only('prices', () => undefined)
    expect(await readAt(FIRST, TIMEOUT_MS)).toMatchObject({
      ...WORKING,
      problem: SILENT,
      props: [],
      byJob: 2,
    })
    fault = () => false
    expect(await readAt(NEXT)).toMatchObject({ ...WORKING, problem: null })
  })
})

describe('with incomplete prices, the board', () => {
  const answerWith = (...bookmakers: object[]) =>
    only('prices', (_, __, game) => ({ ...events[game], bookmakers }))
  const quotesOf = ({ props }: Awaited<ReturnType<typeof readAt>>) =>
    props.flatMap(({ quotes }) => quotes.map(({ book, line, over, under }) => [book, line, over, under]))

  it.each<[string, Fault, unknown[][]]>([
    [
      'leaves out a side with a price of 0',
      answerWith(bookmaker('north', [OVER, outcome('Under', 0)])),
      [['north', 5.5, -120, null]],
    ],
    ['has lines with one side', answerWith(bookmaker('north', [UNDER])), [['north', 5.5, null, 100]]],
    ['has no prop whose prices are all 0', answerWith(bookmaker('north', [outcome('Over', 0)])), []],
    ['has no prop of a game without books', answerWith(), []],
  ])('%s', async (_, answer, quotes) => {
    await listGames(1)
    fault = answer
    const board = await readAt(FIRST)
    expect(board).toMatchObject({ ...WORKING, problem: null, byJob: 2 })
    expect(quotesOf(board)).toEqual(quotes)
  })

  it('drops the prices of a book that vanishes, and the history says when', async () => {
    await listGames(1)
    fault = () => false
    expect(quotesOf(await readAt(FIRST))).toHaveLength(2)
    fault = answerWith(bookmaker('north', [OVER, UNDER]))
    const without = await readAt(NEXT)
    expect(without).toMatchObject({ ...WORKING, problem: null })
    expect(quotesOf(without)).toEqual([['north', 5.5, -120, 100]])
    const [gone] = without.history?.filter(({ book }) => book === 'south').slice(-1) ?? []
    expect(gone).toMatchObject({ over: null, under: null })
    expect(new Date(gone?.at ?? '')).toEqual(NEXT)
  })
})

it('The key of the odds service is in no log line of the API and the job', () => {
  const faults = lines.filter((line) => line.includes('The odds service'))
  expect(faults.length).toBeGreaterThan(FAULTS.length)
  expect(lines.filter((line) => line.includes(KEY))).toEqual([])
})

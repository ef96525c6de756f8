import { randomUUID } from 'node:crypto'
import {
  createLog,
  createUpstream,
  readBookPrices,
  settleLegs,
  startTestApi,
  stubService,
  type TestApi,
  type TestUser,
} from '@propsight/api/testing'
import {
  fetchLinesResponse,
  type GameLogRecord,
  oddsResponse,
  type Pick,
  startRunResponse,
  type TrackLeg,
  trackLegSchema,
} from '@propsight/shared/contracts'
import postgres from 'postgres'
import * as z from 'zod'
import { parseRecord, playersOfBoard, readLines } from '../../support/analysis/run-analysis.ts'

type Answer = Record<string, unknown>

/** What the services answer: bodies in their own formats, as small as the case allows. */
export interface Services {
  /** League time, ISO 8601. */
  readonly clock: string
  readonly people: readonly Answer[]
  /** Games by league day. */
  readonly schedules: Readonly<Record<string, readonly unknown[]>>
  /** Splits of game logs by person id and group. */
  readonly logs?: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>
  /** Box scores by game. */
  readonly boxes?: Readonly<Record<string, unknown>>
  /** The book's board; a function answers page by page. */
  readonly board?: Answer | ((page: number) => Answer)
  readonly odds?: { readonly events: readonly unknown[]; readonly byId: Readonly<Record<string, unknown>> }
}

export interface CasePick {
  readonly name: string
  readonly personId: number
  readonly team: string
  readonly statType: string
  readonly line: number
  readonly gameTime: string | null
  readonly side: 'OVER' | 'UNDER'
}

const PACING = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }
const LIFETIME_MS = 20 * 3_600_000
const BOARD = { data: [], included: [], meta: { current_page: 1, total_pages: 1 } }

const clubTotals = (id: number, group: string | null) => ({
  season: '2026',
  team: { id },
  stat:
    group === 'pitching'
      ? {
          gamesPlayed: 50,
          outs: 1_350,
          battersFaced: 1_900,
          strikeOuts: 420,
          hits: 420,
          earnedRuns: 215,
          runs: 230,
          baseOnBalls: 160,
          homeRuns: 55,
        }
      : {
          gamesPlayed: 50,
          plateAppearances: 1_900,
          atBats: 1_700,
          hits: 420,
          doubles: 85,
          triples: 7,
          homeRuns: 55,
          runs: 225,
          rbi: 215,
          baseOnBalls: 160,
          hitByPitch: 20,
          strikeOuts: 420,
          stolenBases: 35,
        },
})

const teamsOf = ({ schedules, people }: Services): Answer[] => {
  const found = new Map<unknown, Answer>()
  for (const { teams } of Object.values(schedules).flat() as {
    teams: Record<string, { team: Answer }> | null
  }[]) {
    for (const { team } of Object.values(teams ?? {})) found.set(team.id, team)
  }
  for (const { currentTeam } of people as { currentTeam?: Answer }[]) {
    if (currentTeam && !found.has(currentTeam.id))
      found.set(currentTeam.id, { abbreviation: 'XXX', ...currentTeam })
  }
  return [...found.values()]
}

/** Answers the requests of the product to the three services. */
function answer(services: Services, { pathname, searchParams }: URL): unknown {
  if (pathname === '/api/v1/sports/1/players') return { people: services.people }
  if (pathname === '/api/v1/teams') return { teams: teamsOf(services) }
  if (pathname === '/api/v1/teams/stats') {
    const splits = teamsOf(services).map(({ id }) => clubTotals(Number(id), searchParams.get('group')))
    return { stats: [{ type: { displayName: 'season' }, splits }] }
  }
  if (pathname === '/api/v1/schedule') {
    const date = searchParams.get('date')
    const games = date === null ? [] : (services.schedules[date] ?? [])
    return { dates: games.length > 0 ? [{ date, games }] : [] }
  }
  if (pathname === '/api/v1/stats') return { stats: [] }
  if (pathname === '/api/v1/transactions') return { transactions: [] }
  if (pathname === '/api/v1/people') {
    const ids = (searchParams.get('personIds') ?? '').split(',')
    const group = searchParams.get('hydrate')?.includes('pitching') ? 'pitching' : 'hitting'
    return {
      people: services.people
        .filter(({ id }) => ids.includes(String(id)))
        .map((person) => {
          const splits = services.logs?.[String(person.id)]?.[group] ?? []
          return {
            ...person,
            stats: [{ type: { displayName: 'gameLog' }, group: { displayName: group }, splits }],
          }
        }),
    }
  }
  const box = /^\/api\/v1\/game\/(\d+)\/boxscore$/.exec(pathname)
  if (box) return services.boxes?.[box[1] ?? '']
  if (pathname === '/projections') {
    const { board = BOARD } = services
    return typeof board === 'function' ? board(Number(searchParams.get('page') ?? 1)) : board
  }
  if (pathname.endsWith('/events')) return services.odds?.events ?? []
  const priced = /\/events\/([^/]+)\/odds$/.exec(pathname)
  if (priced) return services.odds?.byId[priced[1] ?? '']
  return undefined
}

export interface RunningCase {
  readonly api: TestApi
  readonly user: TestUser
  /** Runs a quick analysis of a market: the counts of the lines and the records of their players. */
  analyze(market: string): Promise<{
    board: z.infer<typeof fetchLinesResponse>
    records: GameLogRecord[]
  }>
  /** Saves picks and waits until the server has recorded them. */
  save(picks: readonly CasePick[]): Promise<Pick[]>
  post(path: string, body: unknown): Promise<Response>
  legs(): Promise<TrackLeg[]>
  /** Sets the book of all legs: the product records those of PrizePicks only. */
  setBook(book: string): Promise<void>
  /** Reads the prices as the job does, and answers the scanner's board. */
  readOdds(): Promise<z.infer<typeof oddsResponse>>
  /** Moves time and services on, and grades as the job does, on an instance with empty caches. */
  later(changes: Partial<Services>): Promise<void>
  readonly asked: readonly string[]
  readonly warnings: readonly string[]
  close(): Promise<void>
}

/** Starts the API with its database on services that answer the bodies of a case. */
export async function startCase(first: Services): Promise<RunningCase> {
  let services = first
  const service = await stubService((url, response) => {
    const body = answer(services, url)
    if (body !== undefined) return body
    response.writeHead(404).end('{}')
    return undefined
  })
  const { url } = service
  const warnings: string[] = []
  const log = createLog('warn', { write: (line: string) => void warnings.push(line) } as never)
  const opened: { close(): Promise<void> }[] = []
  const open = async (databaseUrl?: string) => {
    const upstream = createUpstream({
      statsUrl: url,
      linesUrl: url,
      odds: { url, key: 'case' },
      redis: null,
      log,
      pacing: PACING,
    })
    const api = await startTestApi({
      leagueUrl: url,
      upstream,
      jobs: false,
      log,
      env: { LEAGUE_CLOCK: `frozen:${services.clock}` },
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
    })
    opened.push(api, upstream)
    return api
  }
  const api = await open()
  const user = await api.createUser()
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
  const post = (path: string, body: unknown) =>
    fetch(api.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const json = async (response: Response): Promise<unknown> => {
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const depsOf = ({ instances: [instance] }: TestApi) => {
    if (!instance) throw new Error('no instance')
    return instance.deps
  }
  const legs = async () => {
    const { data, error } = await user.client.from('track_legs').select('*').order('pick_id')
    if (error) throw new Error(error.message)
    return z.array(trackLegSchema).parse(data)
  }
  return {
    api,
    user,
    post,
    legs,
    asked: service.asked,
    warnings,
    async analyze(category) {
      const held = await post('/api/runs', { feature: 'quick', category, idempotencyKey: randomUUID() })
      const { runId } = startRunResponse.parse(await json(held))
      const query = new URLSearchParams({ category, limit: '300', runId })
      const board = fetchLinesResponse.parse(
        await json(await fetch(`${api.url}/api/fetch-lines?${query}`, { headers })),
      )
      const records: GameLogRecord[] = []
      const players = playersOfBoard(board.players)
      if (players.length > 0) {
        for await (const line of readLines(await post('/api/game-logs', { runId, players })))
          records.push(parseRecord(line))
      }
      return { board, records }
    },
    async save(picks) {
      const now = Date.now()
      const saved = picks.map(
        (pick, at): Pick => ({
          id: `pick_${now}_case${String(at).padStart(4, '0')}`,
          playerName: pick.name,
          sport: 'MLB',
          confidence: 60,
          projectedStatLine: `${pick.line}`,
          extractedStatLine: null,
          originalStats: `${pick.line} ${pick.statType}`,
          bettingAnalysis: { projectedTotal: null, recommendation: pick.side, bettingLine: pick.line },
          defensiveAnalysis: null,
          injuryImpact: null,
          recentForm: null,
          overHitPercentage: null,
          reasoning: '',
          createdAt: new Date(now).toISOString(),
          expiresAt: new Date(now + LIFETIME_MS).toISOString(),
          statType: pick.statType,
          oddsType: 'standard',
          team: pick.team,
          opponent: null,
          homeAway: null,
          gameTime: pick.gameTime,
          gameId: null,
          personId: pick.personId,
          sample: { window: 10, over: 5, under: 5, push: 0 },
          games: [],
          source: 'live',
          unavailable: {},
        }),
      )
      await json(await post('/api/sync-picks', { picks: saved }))
      return saved
    },
    async readOdds() {
      await readBookPrices.run(depsOf(api))
      return oddsResponse.parse(await json(await fetch(`${api.url}/api/odds`, { headers })))
    },
    async setBook(book) {
      const sql = postgres(api.databaseUrl, { max: 1 })
      await sql`update public.track_legs set book = ${book}`
      await sql.end()
    },
    async later(changes) {
      services = { ...services, ...changes }
      await settleLegs.run(depsOf(await open(api.databaseUrl)))
    },
    async close() {
      for (const each of opened.toReversed()) await each.close()
      await service.close()
    },
  }
}

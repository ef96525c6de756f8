import { oddsResponse, oddsUnchanged } from '@propsight/shared/contracts'
import { openSports, parseLeagueClock } from '@propsight/shared/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OddsRepository, StoredOddsDay, StoredOddsGame } from '../repositories/odds.ts'
import type { OddsClient } from '../sources/odds/odds-client.ts'
import {
  club,
  clubHittingSplit,
  clubPitchingSplit,
  hittingSplit,
  pitchingSplit,
  rosterPerson,
  scheduledGame,
  teamStats,
  withLog,
} from '../sources/testing/stats-bodies.ts'
import { startUpstream } from '../sources/testing/test-upstream.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { type ScriptedRun, scriptRun } from '../testing/script-run.ts'
import { signToken } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const DAY = '2026-05-03'
const days = Array.from({ length: 25 }, (_, at) => `2026-04-${String(at + 1).padStart(2, '0')}`)
const roster = [rosterPerson(1, 'Bo Bat', 147), rosterPerson(2, 'Pat Pitch', 147, 'P')]
const clubs = [147, 111]

/** The book's update of the fresh prices, and of one that is older than half an hour. */
const FRESH = `${DAY}T14:50:00+00:00`
const STALE = `${DAY}T14:20:00+00:00`
type Quote = StoredOddsGame['props'][number][4][number]
const quote = (book: string, over: number | null, under: number | null, confirmedAt = FRESH): Quote => [
  book,
  0.5,
  over,
  under,
  confirmedAt,
  FRESH,
]

let stored: Pick<StoredOddsDay, 'readAt' | 'problem' | 'days'> & { version: string; game: StoredOddsGame }
let ofDay: ReturnType<typeof vi.fn<OddsRepository['ofDay']>>
let app: Awaited<ReturnType<typeof serveApp>>
let token: string
let script: ScriptedRun
let hasSource: boolean
let games: object[]
let upstream: Awaited<ReturnType<typeof startUpstream>>['upstream']

/** Starts a stats service with two players whose clubs meet tonight. */
const startStats = () =>
  startUpstream((url) => {
    if (url.pathname === '/api/v1/sports/1/players') return { people: roster }
    if (url.pathname === '/api/v1/teams') return { teams: [club(147, 'NYY'), club(111, 'BOS')] }
    if (url.pathname === '/api/v1/schedule') {
      return { dates: url.searchParams.get('date') === DAY ? [{ date: DAY, games }] : [] }
    }
    if (url.pathname === '/api/v1/teams/stats') {
      const isHitting = url.searchParams.get('group') === 'hitting'
      return teamStats(clubs.map((id) => (isHitting ? clubHittingSplit(id) : clubPitchingSplit(id))))
    }
    const ids = (url.searchParams.get('personIds') ?? '').split(',')
    const pitching = url.searchParams.get('hydrate')?.includes('pitching')
    const people = roster.filter(({ id }) => ids.includes(String(id)))
    return {
      people: people.map((person) =>
        pitching
          ? withLog(
              person,
              'pitching',
              days.filter((_, at) => at % 5 === 0).map((day, at) => pitchingSplit(at, day, 6)),
            )
          : withLog(
              person,
              'hitting',
              days.map((day, at) => hittingSplit(at, day, at % 3)),
            ),
      ),
    }
  })

/** Serves the app with the stored prices. */
async function start() {
  const idle = fakeDeps().repositories
  ofDay = vi.fn(async (_day, known) => {
    const { version, game, ...state } = stored
    return { ...state, versions: { e1: version }, changed: known.e1 === version ? null : game }
  })
  const odds: Partial<OddsRepository> = {
    ofDay,
    history: async ({ player }) =>
      player === 'Bo Bat' ? [{ at: FRESH, book: 'north', line: 0.5, over: -200, under: 160 }] : [],
  }
  app = await serveApp(
    fakeDeps({
      clock: parseLeagueClock(`frozen:${DAY}T15:00:00Z`),
      upstream: { ...upstream, odds: hasSource ? ({} as OddsClient) : null },
      repositories: { ...idle, runs: script.runs, odds: { ...idle.odds, ...odds } as OddsRepository },
    }),
  )
}

beforeEach(async () => {
  hasSource = true
  games = [scheduledGame({ day: DAY, homeStarter: 2 })]
  token = await signToken()
  script = scriptRun(RUN, 'held')
  stored = {
    version: FRESH,
    readAt: FRESH,
    problem: null,
    days: [DAY],
    game: {
      event: { id: 'e1', startsAt: `${DAY}T23:05:00+00:00`, day: DAY, home: 'NYY', away: 'BOS', gamePk: 900 },
      books: { north: 'North Book', south: 'South Book' },
      props: [
        ['Hits', 'Bo Bat', 1, 'NYY', [quote('north', -200, 160), quote('south', -190, 150)]],
        ['Pitcher Strikeouts', 'Pat Pitch', 2, 'NYY', [quote('north', 100, -130)]],
        ['Hits', 'Un Known', null, null, [quote('north', -200, 160)]],
      ],
    },
  }
  upstream = (await startStats()).upstream
  await start()
})
afterEach(() => app.close())

const get = (path: string, bearer: string | null = token) =>
  fetch(app.url + path, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} })
const codeOf = async (response: Response) => {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}
const boardOf = async (search = '') => {
  const response = await get(`/api/odds${search}`)
  expect(response.status).toBe(200)
  return oddsResponse.parse(await response.json())
}
const shownPlayers = async (search = `?runId=${RUN}`) =>
  (await boardOf(search)).props.filter(({ shown }) => shown).map(({ player }) => player)

describe('GET /api/odds', () => {
  it('requires sign-in, and is private', async () => {
    expect(await codeOf(await get('/api/odds', null))).toEqual([401, 'UNAUTHORIZED'])
    expect((await get('/api/odds')).headers.get('cache-control')).toBe('private, no-store')
  })
  it('answers 404 NO_ODDS_SOURCE without an odds source', async () => {
    await app.close()
    hasSource = false
    await start()
    expect(await codeOf(await get('/api/odds'))).toEqual([404, 'NO_ODDS_SOURCE'])
    expect(await codeOf(await get('/api/odds/history?propId=a'))).toEqual([404, 'NO_ODDS_SOURCE'])
  })
  it('answers the prices of today without chances and without a charge, when there is no run', async () => {
    const answer = await boardOf()
    expect(answer).toMatchObject({ day: DAY, days: [DAY], problem: null })
    expect(answer.books).toContainEqual({ key: 'north', title: 'North Book' })
    expect(answer.props.map(({ player, shown }) => [player, shown])).toEqual([
      ['Bo Bat', null],
      ['Pat Pitch', null],
      ['Un Known', null],
    ])
    expect(answer.props[0]?.quotes[0]).toMatchObject({ book: 'north', line: 0.5, over: -200, under: 160 })
    expect(script.ledger).toEqual([])
  })
  it('states the time of the league, from which the ages of prices are measured', async () => {
    expect(await boardOf()).toMatchObject({ asOf: `${DAY}T15:00:00.000Z` })
  })
  it('answers the props of one market only, by any of its names, and not together with a run', async () => {
    const players = async (search: string) => (await boardOf(search)).props.map(({ player }) => player)
    expect(await players('?stat=Hits')).toEqual(['Bo Bat', 'Un Known'])
    expect(await players('?stat=Strikeouts')).toEqual(['Pat Pitch'])
    expect(await players('?stat=Home%20Runs')).toEqual([])
    expect(await codeOf(await get(`/api/odds?stat=Hits&runId=${RUN}`))).toEqual([400, 'BAD_REQUEST'])
    expect(script.ledger).toEqual([])
  })
  it('answers the props of one sport: of baseball unless another one, or its market, is named', async () => {
    await openSports(['NBA'])
    stored.game.books = { ...stored.game.books, west: 'West Book' }
    stored.game.props.push(['Points', 'Kim Court', 5, 'NYY', [quote('west', -110, -110)]])
    const [baseball, basketball, points] = await Promise.all(
      ['', '?sport=NBA', '?stat=Points'].map((search) => boardOf(search)),
    )
    expect(baseball?.props.map(({ player }) => player)).toEqual(['Bo Bat', 'Pat Pitch', 'Un Known'])
    expect(baseball?.books.map(({ key }) => key)).toEqual(['north', 'south'])
    for (const board of [basketball, points]) {
      expect(board?.props.map(({ player }) => player)).toEqual(['Kim Court'])
      expect(board?.books.map(({ key }) => key)).toEqual(['west'])
      expect(board?.events.map(({ id }) => id)).toEqual(['e1'])
    }
    expect(basketball?.version).not.toBe(baseball?.version)
    // The version of a sport is the one that its clients have.
    const unchanged = await (await get(`/api/odds?sport=NBA&after=${basketball?.version}`)).json()
    expect(unchanged).not.toHaveProperty('props')
    expect(await codeOf(await get('/api/odds?sport=golf'))).toEqual([400, 'BAD_REQUEST'])
  })
  it('reads the database once for requests within three seconds', async () => {
    await Promise.all([boardOf(), boardOf(), boardOf()])
    await boardOf()
    // Once for the game, and once without another changed game.
    expect(ofDay).toHaveBeenCalledTimes(2)
  })
  it('answers without prices to a client that has the current version', async () => {
    const { version, events: _, books: __, props: ___, ...state } = await boardOf()
    const answer = await (await get(`/api/odds?after=${version}`)).json()
    expect(oddsUnchanged.parse(answer)).toEqual({ version, ...state })
    expect(answer).not.toHaveProperty('props')
    expect((await boardOf('?after=another')).props).toHaveLength(3)
  })
  it('answers a later day from its own prices', async () => {
    await boardOf('?day=2026-05-04')
    expect(ofDay).toHaveBeenCalledWith('2026-05-04', {})
  })
  it('states why later prices could not be read', async () => {
    stored = { ...stored, problem: 'The odds service is failing (500).' }
    expect(await boardOf()).toMatchObject({ problem: 'The odds service is failing (500).' })
  })

  it('gives the chances of the market of a run, and charges the run with the first delivery', async () => {
    const answer = await boardOf(`?runId=${RUN}`)
    const shown = answer.props.map((prop) => prop.shown)
    expect(shown.map((chance) => chance?.line ?? null)).toEqual([0.5, null, null])
    const [chance] = shown
    expect((chance?.over ?? 0) + (chance?.under ?? 0) + (chance?.push ?? 0)).toBeCloseTo(1, 6)
    expect(chance?.overLow).toBeLessThanOrEqual(chance?.over ?? 0)
    expect(chance?.overHigh).toBeGreaterThanOrEqual(chance?.over ?? 1)
    expect(script.ledger).toEqual(['captured'])
    expect([...script.run.covers]).toEqual([JSON.stringify(['Bo Bat', 'NYY', 'hitting'])])
    await boardOf(`?runId=${RUN}`)
    expect(script.ledger).toEqual(['captured'])
  })
  it('identifies prices with chances by a version that all instances agree on', async () => {
    const first = (await boardOf(`?runId=${RUN}`)).version
    expect(first).not.toBe((await boardOf()).version)
    await app.close()
    await start()
    expect((await boardOf(`?runId=${RUN}`)).version).toBe(first)
    const answer = await (await get(`/api/odds?runId=${RUN}&after=${first}`)).json()
    expect(answer).not.toHaveProperty('props')
    stored = { ...stored, version: 'later' }
    await app.close()
    await start()
    expect((await boardOf(`?runId=${RUN}&after=${first}`)).props).toHaveLength(3)
  })
  it('charges nothing for an answer without prices, and requires the run for it', async () => {
    const { version } = await boardOf(`?runId=${RUN}`)
    script = scriptRun(RUN, 'held')
    await app.close()
    await start()
    expect((await get(`/api/odds?runId=${RUN}&after=${version}`)).status).toBe(200)
    expect(script.ledger).toEqual([])
    expect((await get(`/api/odds?runId=${crypto.randomUUID()}&after=${version}`)).status).toBe(403)
  })
  it('gives the chances of all markets to a run of all of them', async () => {
    script.run = { ...script.run, category: 'All Stat Lines' }
    expect(await shownPlayers()).toEqual(['Bo Bat', 'Pat Pitch'])
  })
  it('gives no chances for another run, and charges nothing', async () => {
    const other = `runId=${crypto.randomUUID()}`
    expect(await codeOf(await get(`/api/odds?${other}`))).toEqual([403, 'RUN_REQUIRED'])
    script.run = { ...script.run, category: 'Runs' }
    expect(await shownPlayers()).toEqual([])
    expect(script.ledger).toEqual(['released: no odds to rank'])
  })
  it('moves the chance with the prices of the books, and ignores stale prices', async () => {
    const chanceAt = async (...quotes: Quote[]) => {
      stored = {
        ...stored,
        version: JSON.stringify(quotes),
        game: { ...stored.game, props: [['Hits', 'Bo Bat', 1, 'NYY', quotes]] },
      }
      await app.close()
      await start()
      return (await boardOf(`?runId=${RUN}`)).props[0]?.shown?.over
    }
    const likely = await chanceAt(quote('north', -300, 240))
    const unlikely = await chanceAt(quote('north', 150, -180))
    expect(likely).toBeGreaterThan((unlikely ?? 1) + 0.1)
    expect(await chanceAt(quote('north', -300, 240), quote('south', 150, -180, STALE))).toBe(likely)
    expect(await chanceAt(quote('north', -300, 240, STALE))).toBeUndefined()
  })
  it.each([
    ['the first, which its starter is announced for', 900, ['Bo Bat', 'Pat Pitch']],
    ['the second, to a batter only', 901, ['Bo Bat']],
    ['none of them', 902, []],
  ])('gives the chances of either game of a doubleheader: %s', async (_, gamePk, shown) => {
    script.run = { ...script.run, category: 'All Stat Lines' }
    games.push(scheduledGame({ day: DAY, gamePk: 901, gameNumber: 2, hour: '23:50' }))
    stored.game.event.gamePk = gamePk
    expect(await shownPlayers()).toEqual(shown)
  })
  it('delivers nothing when the charge fails', async () => {
    script.state = 'taken away'
    expect(await codeOf(await get(`/api/odds?runId=${RUN}`))).toEqual([403, 'RUN_REQUIRED'])
  })
  it('releases the hold when the prices cannot be read', async () => {
    ofDay.mockRejectedValue(new Error('the database is away'))
    expect((await get(`/api/odds?runId=${RUN}`)).status).toBe(500)
    expect(script.ledger).toEqual(['released: no odds could be read'])
  })
  it.each(['day=yesterday', 'runId=1', 'market=Hits'])('refuses the query %s', async (search) => {
    expect((await get(`/api/odds?${search}`)).status).toBe(400)
  })
})

describe('GET /api/odds/history', () => {
  it.each(['nothing', 'e1|Hits', 'e1|Hits|No One'])('answers 404 for the unknown prop %s', async (propId) => {
    const response = await get(`/api/odds/history?propId=${encodeURIComponent(propId)}`)
    expect(await codeOf(response)).toEqual([404, 'NOT_FOUND'])
  })
})

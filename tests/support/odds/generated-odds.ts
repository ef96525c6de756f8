import {
  createOddsRepository,
  createUpstream,
  emptyUpstream,
  fakeDeps,
  readOdds,
  stubService,
  testEnv,
} from '@propsight/api/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { listClubs } from '@propsight/shared/domain/clubs'

const HOUR_MS = 3_600_000
const BATTERS = 9
const PITCHERS = 1

/** What a generated day has. Every player has one line per market at each book. */
export interface OddsDay {
  readonly games: number
  readonly books: number
  readonly batterMarkets: readonly string[]
  readonly pitcherMarkets: readonly string[]
  /** Alternate lines of each market that has them, at each book. */
  readonly alternates: number
  /** League time of the read, ISO 8601. Games begin three hours later. */
  readonly now: string
}

const BATTER_MARKETS = [
  'batter_hits',
  'batter_total_bases',
  'batter_home_runs',
  'batter_rbis',
  'batter_runs_scored',
  'batter_singles',
  'batter_doubles',
  'batter_walks',
  'batter_strikeouts',
]
const PITCHER_MARKETS = ['pitcher_strikeouts', 'pitcher_hits_allowed', 'pitcher_walks']

/** A day of 73,440 prices: 15 games, 9 books, all lines of a book. */
export const FULL_DAY: Omit<OddsDay, 'now'> = {
  games: 15,
  books: 9,
  batterMarkets: [...BATTER_MARKETS, 'batter_hits_runs_rbis', 'batter_stolen_bases'],
  pitcherMarkets: [...PITCHER_MARKETS, 'pitcher_outs', 'pitcher_earned_runs'],
  alternates: 2,
}

/** 504 props at eight books. */
export const BOARD_DAY: Omit<OddsDay, 'now'> = {
  games: 14,
  books: 8,
  batterMarkets: ['batter_hits', 'batter_total_bases'],
  pitcherMarkets: [],
  alternates: 0,
}

const clubs = listClubs('baseball')
const idOf = (code: string) => clubs.findIndex((club) => club.code === code) + 1
const teams = clubs.map(({ code, name }) => ({ id: idOf(code), abbreviation: code, name }))
const batterName = (club: string, index: number) => `Batter ${'abcdefghi'[index]} ${club}`
const pitcherName = (club: string, index: number) => `Pitcher ${'abc'[index]} ${club}`
const people = clubs.flatMap(({ code }) =>
  Array.from({ length: BATTERS + PITCHERS }, (_, index) => ({
    id: idOf(code) * 100 + index,
    fullName: index < BATTERS ? batterName(code, index) : pitcherName(code, index - BATTERS),
    currentTeam: { id: idOf(code) },
    primaryPosition: index < BATTERS ? { code: '8', abbreviation: 'CF' } : { code: '1', abbreviation: 'P' },
  })),
)

/** American odds between -200 and 200 that differ by book, line and read. */
const oddsOf = (seed: number): number => {
  const offset = (seed * 7919) % 100
  return seed % 2 === 0 ? 100 + offset : -100 - offset
}

/**
 * The answers of an odds service for a generated day.
 * @param round prices of later rounds differ for one line in ten
 */
export function generateOdds(day: OddsDay, round = 0) {
  const startsAt = new Date(Date.parse(day.now) + 3 * HOUR_MS).toISOString()
  const events = Array.from({ length: day.games }, (_, game) => ({
    id: `game-${game}-${day.now.slice(0, 10)}-${day.books}`,
    commence_time: startsAt,
    home_team: clubs[2 * game]?.name ?? '',
    away_team: clubs[2 * game + 1]?.name ?? '',
  }))
  const outcomes = (player: string, seed: number, line: number, sides: readonly string[]) =>
    sides.map((name, side) => ({
      name,
      description: player,
      price: oddsOf(seed + side + (seed % 10 === 0 ? round : 0)),
      point: line,
    }))
  const market = (key: string, players: readonly string[], book: number, lines: readonly number[]) => ({
    key,
    last_update: day.now,
    outcomes: players.flatMap((player, index) =>
      lines.flatMap((line) =>
        outcomes(
          player,
          book * 31 + index * 7 + key.length + 2 * line,
          line,
          lines.length > 1 ? ['Over'] : ['Over', 'Under'],
        ),
      ),
    ),
  })
  const hasAlternates = new Set([...BATTER_MARKETS, ...PITCHER_MARKETS])
  const marketsOf = (game: number, book: number) => {
    const sides = [clubs[2 * game]?.code ?? '', clubs[2 * game + 1]?.code ?? '']
    const batters = sides.flatMap((club) => Array.from({ length: BATTERS }, (_, at) => batterName(club, at)))
    const pitchers = sides.flatMap((club) =>
      Array.from({ length: PITCHERS }, (_, at) => pitcherName(club, at)),
    )
    return [
      ...day.batterMarkets.map((key) => ({ key, players: batters })),
      ...day.pitcherMarkets.map((key) => ({ key, players: pitchers })),
    ].flatMap(({ key, players }) => {
      const alternates = Array.from({ length: day.alternates }, (_, at) => at + 1.5)
      return [
        market(key, players, book, [0.5]),
        ...(alternates.length > 0 && hasAlternates.has(key)
          ? [market(`${key}_alternate`, players, book, alternates)]
          : []),
      ]
    })
  }
  return {
    events,
    oddsOf(id: string) {
      const game = events.findIndex((event) => event.id === id)
      const bookmakers = Array.from({ length: day.books }, (_, book) => ({
        key: `book-${book}`,
        title: `Book ${book}`,
        markets: marketsOf(game, book),
      }))
      return { ...events[game], bookmakers }
    },
  }
}

/**
 * Serves a generated day as an odds service, and ingests it by the job's own code.
 * @param data calls the functions of the database
 * @returns `ingest` runs the job once; `setRound` changes the prices that the service serves
 */
export async function startGeneratedOdds(day: OddsDay, data: Parameters<typeof createOddsRepository>[0]) {
  let generated = generateOdds(day)
  const service = await stubService((url) => {
    const id = /\/events\/([^/]+)\/odds$/.exec(url.pathname)?.[1]
    return id === undefined ? generated.events : generated.oddsOf(decodeURIComponent(id))
  })
  const base = fakeDeps({ env: testEnv() })
  const upstream = createUpstream({
    statsUrl: service.url,
    linesUrl: service.url,
    odds: { url: service.url, key: 'any' },
    redis: null,
    log: base.log,
  })
  const odds = createOddsRepository(data)
  const read = <T>(value: T) => ({ value, readAt: day.now, ageSeconds: 0, stale: false })
  const stats = {
    ...emptyUpstream.stats,
    teams: async () => read(teams),
    players: async () => read(people),
  }
  return {
    odds,
    upstream: { ...emptyUpstream, stats, odds: upstream.odds },
    setRound(round: number) {
      generated = generateOdds(day, round)
    },
    /** @param now league time of the run */
    ingest: (now = day.now) =>
      readOdds({
        env: base.env,
        log: base.log,
        clock: parseLeagueClock(`frozen:${now}`),
        upstream: { ...emptyUpstream, stats, odds: upstream.odds },
        repositories: { ...base.repositories, odds },
      }),
    async close() {
      await upstream.close()
      await service.close()
    },
  }
}

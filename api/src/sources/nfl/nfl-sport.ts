import { canonicalClubCode } from '@propsight/shared/domain'
import {
  type FootballLine,
  forecastNflPlayer,
  type GameCounts,
  NFL_CLUBS,
  NFL_CONSTANTS,
  NFL_ENGINE_STATS,
  NFL_MARKETS,
  NFL_ODDS,
  NflLeague,
  PARTS,
  perKey,
} from '@propsight/shared/domain/sports/nfl'
import * as z from 'zod'
import {
  type AthleteTexts,
  type Counts,
  type EspnFixture,
  type EspnLine,
  type EspnSport,
  pairOf,
  wholeOf,
} from '../espn/espn-sport.ts'

/** ESPN's codes of the clubs by those of the product; Arizona's differs. */
const ESPN_CODES = new Map(NFL_CLUBS.map(({ code }) => [code, code === 'AZ' ? 'ARI' : code]))

const countsSchema = z.object(perKey(PARTS, () => z.int())) satisfies z.ZodType<Counts>
const noCounts: GameCounts = perKey(PARTS, () => 0)

/** The columns of the tables whose counts belong to markets, by the keys of the service. */
const TABLES = {
  passing: {
    passYards: 'passingYards',
    passTouchdowns: 'passingTouchdowns',
    interceptions: 'interceptions',
  },
  rushing: { carries: 'rushingAttempts', rushYards: 'rushingYards', rushTouchdowns: 'rushingTouchdowns' },
  receiving: {
    receptions: 'receptions',
    targets: 'receivingTargets',
    receivingYards: 'receivingYards',
    receivingTouchdowns: 'receivingTouchdowns',
  },
} as const
const COMPLETIONS_OF_ATTEMPTS = 'completions/passingAttempts'

/** A player who is in no table of the offense has no line. Of one who is, those of the other tables are zero. */
function readCounts(texts: AthleteTexts): Counts | undefined {
  const tables = Object.entries(TABLES).filter(([table]) => texts.isIn(table))
  if (tables.length === 0) return undefined
  const read = tables.flatMap(([table, columns]) =>
    Object.entries(columns).map(([part, key]) => [part, wholeOf(texts.text(table, key))]),
  )
  const passes = texts.isIn('passing') ? pairOf(texts.text('passing', COMPLETIONS_OF_ATTEMPTS)) : [0, 0]
  return { ...noCounts, ...Object.fromEntries(read), completions: passes[0], passAttempts: passes[1] }
}

/** The position of a player whom no roster lists, by his part in the game. */
function positionOf({ passAttempts, carries, targets }: Counts): string {
  if ((passAttempts ?? 0) > 0) return 'QB'
  return (carries ?? 0) > (targets ?? 0) ? 'RB' : 'WR'
}

const toEngineLine = ({ counts, ...line }: EspnLine): FootballLine => ({
  ...line,
  counts: counts as GameCounts,
})

const INDOOR = { wind: 0 }

/** Wind in the open is not in the schedule: the engine then assumes the usual one. */
const toEngineFixture = ({ setting, ...fixture }: EspnFixture) => ({
  ...fixture,
  neutral: setting.neutral,
  spread: setting.spread,
  total: setting.total,
  wind: null,
  ...(setting.indoor && INDOOR),
})

/** The positions that throw, carry and catch. */
const POSITIONS: ReadonlySet<string> = new Set(['QB', 'RB', 'FB', 'WR', 'TE'])

const STATS = NFL_MARKETS.map(({ stat }) => stat)

/** The NFL at ESPN. */
export const NFL: EspnSport = {
  sport: 'NFL',
  group: 'football',
  path: 'football/nfl',
  engine: 'nfl-1',
  stats: NFL_ENGINE_STATS,
  odds: NFL_ODDS,
  seasonBegins: '09-01',
  namedLater: 0,
  daysAhead: 6,
  rosters: [...ESPN_CODES.values()],
  clubCode(code) {
    const canonical = canonicalClubCode(code)
    return ESPN_CODES.has(canonical) ? canonical : null
  },
  clubs: new Map(NFL_CLUBS.map(({ code, name }) => [code, name])),
  hasMarkets: (position) => POSITIONS.has(position),
  shareOf: ({ passAttempts, carries, targets }) => (passAttempts ?? 0) + (carries ?? 0) + (targets ?? 0),
  countsSchema,
  noCounts,
  readCounts,
  positionOf,
  createEngine() {
    const league = new NflLeague(NFL_CONSTANTS)
    return {
      add: ({ lines, ...game }) =>
        league.add({ ...game, ...toEngineFixture(game), lines: lines.map(toEngineLine) }),
      reportedOut: (club, season, playing) => league.reportedOut(club, season, playing),
      forecast(playerId, club, fixture, out) {
        const player = league.player(playerId, fixture.season)
        return forecastNflPlayer(player && league.outlook(player, club, toEngineFixture(fixture), out), STATS)
      },
    }
  },
}

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
import type { PictureWords } from '../box-score-league.ts'
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

const OTHER_NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  NE: ['pats'],
  SF: ['niners'],
  TB: ['bucs'],
}

const pictureWords: PictureWords = {
  game: 'football',
  clubs: NFL_CLUBS.map(({ code, name }) => {
    const parts = name.toLowerCase().split(' ')
    return {
      code,
      places: [parts.slice(0, -1).join(' ')],
      nicknames: [(parts.at(-1) ?? '').replace(/[^a-z]/g, ''), ...(OTHER_NICKNAMES[code] ?? [])],
    }
  }),
  otherCodes: {
    ...{ ARI: 'AZ', GNB: 'GB', JAC: 'JAX', KAN: 'KC', LA: 'LAR', LVR: 'LV', NOR: 'NO', NWE: 'NE' },
    ...{ SFO: 'SF', TAM: 'TB', WAS: 'WSH' },
  },
  positions: ['QB', 'RB', 'WR', 'TE', 'FB', 'K'],
  misreadPositions: { '0B': 'QB', OB: 'QB', R8: 'RB', Q8: 'QB' },
  markets: {
    'Pass Yards': [90, 420],
    'Pass Attempts': [9.5, 60.5],
    'Pass Completions': [5.5, 40.5],
    'Pass TDs': [0.5, 4.5],
    INT: [0.5, 2.5],
    'Rush Yards': [0.5, 170],
    'Rush Attempts': [0.5, 35],
    'Receiving Yards': [0.5, 170],
    Receptions: [0.5, 14.5],
    'Rec Targets': [0.5, 18.5],
    'Pass+Rush Yds': [90, 480],
    'Rush+Rec Yds': [4.5, 220],
    'Rush+Rec TDs': [0.5, 2.5],
  },
  spellings: {
    'Passing Yards': 'Pass Yards',
    'Pass Yds': 'Pass Yards',
    'Passing Attempts': 'Pass Attempts',
    'Passing Completions': 'Pass Completions',
    Completions: 'Pass Completions',
    'Passing Touchdowns': 'Pass TDs',
    'Passing TDs': 'Pass TDs',
    Interceptions: 'INT',
    'Interceptions Thrown': 'INT',
    'Rushing Yards': 'Rush Yards',
    'Rush Yds': 'Rush Yards',
    'Rushing Attempts': 'Rush Attempts',
    Carries: 'Rush Attempts',
    'Rec Yards': 'Receiving Yards',
    'Rec Yds': 'Receiving Yards',
    Targets: 'Rec Targets',
    'Pass+Rush Yards': 'Pass+Rush Yds',
    'Passing+Rushing Yards': 'Pass+Rush Yds',
    'Rush+Rec Yards': 'Rush+Rec Yds',
    'Rushing+Receiving Yards': 'Rush+Rec Yds',
    'Rush+Rec Touchdowns': 'Rush+Rec TDs',
  },
  nouns:
    `assists att attempts carries catches completion completions fumbles goals int interceptions ints points punts
    reception receptions sacks tackles targets td tds touchdown touchdowns yards yds`.split(/\s+/),
  qualifiers:
    `anytime combo extra fantasy field first half kicking longest made pass passing quarter rec receiving rush
    rushing score second solo thrown + &`.split(/\s+/),
  highestLine: 600,
}

/** The NFL at ESPN. */
export const NFL: EspnSport = {
  sport: 'NFL',
  group: 'football',
  path: 'football/nfl',
  engine: 'nfl-1',
  stats: NFL_ENGINE_STATS,
  odds: NFL_ODDS,
  pictureWords,
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

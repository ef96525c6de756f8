import {
  type BoxCounts,
  forecastNbaPlayer,
  NBA_CLUBS,
  NBA_CONSTANTS,
  NBA_ENGINE_STATS,
  NBA_MARKETS,
  NBA_ODDS,
  NbaLeague,
} from '@propsight/shared/domain/sports/nba'
import * as z from 'zod'
import { type Counts, type EspnLine, type EspnSport, pairOf, wholeOf } from '../espn/espn-sport.ts'

/** ESPN's codes that differ from those of the book and of the product. */
const CODES: Readonly<Record<string, string>> = { GS: 'GSW', NO: 'NOP', NY: 'NYK', SA: 'SAS', UTAH: 'UTA' }
const CLUBS = new Map(NBA_CLUBS.map((club) => [club.code, `${club.place} ${club.nickname}`]))

const countsSchema = z.object({
  minutes: z.int().nonnegative(),
  points: z.int(),
  rebounds: z.int(),
  assists: z.int(),
  steals: z.int(),
  blocks: z.int(),
  turnovers: z.int(),
  twosMade: z.int().nullable(),
  twosAttempted: z.int().nullable(),
  threesMade: z.int().nullable(),
  threesAttempted: z.int().nullable(),
  freeThrowsMade: z.int().nullable(),
  freeThrowsAttempted: z.int().nullable(),
  offensiveRebounds: z.int().nullable(),
}) satisfies z.ZodType<Counts & BoxCounts>

const STATS = NBA_MARKETS.map(({ stat }) => stat)
/** The only table of a box score has no name. */
const TABLE = ''

const less = (all: number | null, part: number | null): number | null =>
  all === null || part === null ? null : Math.max(0, all - part)

function toEngineLine({ counts, ...line }: EspnLine) {
  const { minutes, ...rest } = counts as z.infer<typeof countsSchema>
  return { ...line, minutes, counts: rest }
}

/** The NBA at ESPN. */
export const NBA: EspnSport = {
  sport: 'NBA',
  group: 'basketball',
  path: 'basketball/nba',
  engine: 'nba-1',
  stats: NBA_ENGINE_STATS,
  odds: NBA_ODDS,
  seasonBegins: '10-01',
  namedLater: 1,
  daysAhead: 1,
  rosters: [],
  clubCode(code) {
    const plain = CODES[code.toUpperCase()] ?? code.toUpperCase()
    return CLUBS.has(plain) ? plain : null
  },
  clubs: CLUBS,
  hasMarkets: () => true,
  shareOf: ({ minutes }) => minutes ?? 0,
  countsSchema,
  noCounts: null,
  readCounts(texts) {
    const text = (label: string) => texts.text(TABLE, label)
    const [fieldMade, fieldAttempted] = pairOf(text('FG'))
    const [threesMade, threesAttempted] = pairOf(text('3PT'))
    const [freeThrowsMade, freeThrowsAttempted] = pairOf(text('FT'))
    return {
      minutes: wholeOf(text('MIN')),
      points: wholeOf(text('PTS')),
      rebounds: wholeOf(text('REB')),
      assists: wholeOf(text('AST')),
      steals: wholeOf(text('STL')),
      blocks: wholeOf(text('BLK')),
      turnovers: wholeOf(text('TO')),
      twosMade: less(fieldMade, threesMade),
      twosAttempted: less(fieldAttempted, threesAttempted),
      ...{ threesMade, threesAttempted, freeThrowsMade, freeThrowsAttempted },
      offensiveRebounds: wholeOf(text('OREB')),
    }
  },
  createEngine() {
    const league = new NbaLeague(NBA_CONSTANTS)
    return {
      add: (game) => league.add({ ...game, lines: game.lines.map(toEngineLine) }),
      reportedOut: (club, season, playing) => league.reportedOut(club, season, playing),
      forecast(playerId, club, fixture, out) {
        const player = league.player(playerId, fixture.season)
        return forecastNbaPlayer(player && league.outlook(player, club, fixture, out), STATS)
      },
    }
  },
}

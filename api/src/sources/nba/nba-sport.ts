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
import type { PictureWords } from '../box-score-league.ts'
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

const OTHER_NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  CLE: ['cavs'],
  DAL: ['mavs'],
  MIN: ['wolves'],
  PHI: ['sixers'],
  POR: ['blazers'],
}
const LOS_ANGELES = ['los angeles', 'la']

const pictureWords: PictureWords = {
  game: 'basketball',
  clubs: NBA_CLUBS.map(({ code, place, nickname }) => ({
    code,
    places: LOS_ANGELES.includes(place.toLowerCase()) ? LOS_ANGELES : [place.toLowerCase()],
    nicknames: [nickname.toLowerCase().replace(/[^a-z ]/g, ''), ...(OTHER_NICKNAMES[code] ?? [])],
  })),
  otherCodes: { ...CODES, BRK: 'BKN', CHO: 'CHA', PHO: 'PHX', WAS: 'WSH' },
  positions: ['PG', 'SG', 'SF', 'PF', 'C', 'G', 'F'],
  misreadPositions: { '5G': 'SG', '5F': 'SF' },
  markets: {
    Points: [2.5, 45.5],
    Rebounds: [0.5, 19.5],
    Assists: [0.5, 16.5],
    '3-PT Made': [0.5, 8.5],
    'Pts+Rebs+Asts': [4.5, 70.5],
    'Pts+Rebs': [3.5, 60.5],
    'Pts+Asts': [3.5, 60.5],
    'Rebs+Asts': [1.5, 30.5],
    Steals: [0.5, 4.5],
    'Blocked Shots': [0.5, 5.5],
    'Blks+Stls': [0.5, 7.5],
    Turnovers: [0.5, 7.5],
    'Fantasy Score': [8, 80],
  },
  spellings: {
    'Points+Rebounds+Assists': 'Pts+Rebs+Asts',
    'Points+Rebounds': 'Pts+Rebs',
    'Points+Assists': 'Pts+Asts',
    'Rebounds+Assists': 'Rebs+Asts',
    'Blocks+Steals': 'Blks+Stls',
    'Steals+Blocks': 'Blks+Stls',
    PRA: 'Pts+Rebs+Asts',
    Blocks: 'Blocked Shots',
    '3-Pointers Made': '3-PT Made',
    'Threes Made': '3-PT Made',
    'Fantasy Points': 'Fantasy Score',
  },
  nouns:
    `assists asts attempted attempts blks blocks double-double dunks fouls goals made minutes pointers points pts
    rebounds rebs score shots steals stls threes throws triple-double turnovers`.split(/\s+/),
  qualifiers:
    `blocked combo defensive fantasy fg field first free ft half offensive period personal pt quarter second third
    three two + &`.split(/\s+/),
  highestLine: 200,
}

/** The NBA at ESPN. */
export const NBA: EspnSport = {
  sport: 'NBA',
  group: 'basketball',
  path: 'basketball/nba',
  engine: 'nba-1',
  stats: NBA_ENGINE_STATS,
  odds: NBA_ODDS,
  pictureWords,
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

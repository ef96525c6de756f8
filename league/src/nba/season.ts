import { NBA_CLUBS as CLUBS } from '@propsight/shared/domain/sports/nba'
import { inventName } from '../sample/players.ts'
import { normal, type Random, randomFrom, shuffled } from '../world/random.ts'
import { dateOf, dayNumber, instantOf } from '../world/world.ts'

/** A club: id and code of ESPN, and its code, place and name in the book. */
export interface NbaClub {
  readonly id: string
  readonly code: string
  readonly bookCode: string
  readonly location: string
  readonly nickname: string
}

/** ESPN's number of each club. Source: its scoreboard. */
const IDS = new Map(
  (
    'ATL 1,BOS 2,BKN 17,CHA 30,CHI 4,CLE 5,DAL 6,DEN 7,DET 8,GSW 9,HOU 10,IND 11,LAC 12,LAL 13,MEM 29,MIA 14,MIL 15,' +
    'MIN 16,NOP 3,NYK 18,OKC 25,ORL 19,PHI 20,PHX 21,POR 22,SAC 23,SAS 24,TOR 28,UTA 26,WSH 27'
  )
    .split(',')
    .map((row) => row.split(' ') as [code: string, id: string]),
)
/** The codes of ESPN and of the book that differ from the product's. */
const ESPN_CODES: Readonly<Record<string, string>> = {
  GSW: 'GS',
  NOP: 'NO',
  NYK: 'NY',
  SAS: 'SA',
  UTA: 'UTAH',
}
const BOOK_CODES: Readonly<Record<string, string>> = { WSH: 'WAS' }

/** The thirty clubs of the NBA, in the order of the product's table. */
export const NBA_CLUBS: readonly NbaClub[] = CLUBS.map(({ code, place, nickname }) => ({
  id: IDS.get(code) ?? '',
  code: ESPN_CODES[code] ?? code,
  bookCode: BOOK_CODES[code] ?? code,
  location: place,
  nickname,
}))

/** The full name of a club at the odds service, which abbreviates no city. */
export function clubName(club: number): string {
  const { location = '', nickname = '' } = NBA_CLUBS[club] ?? {}
  return `${location === 'LA' ? 'Los Angeles' : location} ${nickname}`
}

/** Counts of a player that grow with the minutes played. */
export const COUNTS = [
  'twosAttempted',
  'threesAttempted',
  'freeThrowsAttempted',
  'offensiveRebounds',
  'defensiveRebounds',
  'assists',
  'steals',
  'blocks',
  'turnovers',
  'fouls',
] as const
type Count = (typeof COUNTS)[number]

/** Counts per minute of an average player by position. */
const RATES: Readonly<Record<'G' | 'F' | 'C', Readonly<Record<Count, number>>>> = {
  G: {
    ...{ twosAttempted: 0.2, threesAttempted: 0.17, freeThrowsAttempted: 0.08, offensiveRebounds: 0.02 },
    ...{ defensiveRebounds: 0.09, assists: 0.16, steals: 0.036, blocks: 0.01, turnovers: 0.07, fouls: 0.07 },
  },
  F: {
    ...{ twosAttempted: 0.21, threesAttempted: 0.14, freeThrowsAttempted: 0.08, offensiveRebounds: 0.04 },
    ...{ defensiveRebounds: 0.14, assists: 0.09, steals: 0.031, blocks: 0.022, turnovers: 0.05, fouls: 0.08 },
  },
  C: {
    ...{ twosAttempted: 0.27, threesAttempted: 0.05, freeThrowsAttempted: 0.1, offensiveRebounds: 0.09 },
    ...{ defensiveRebounds: 0.21, assists: 0.08, steals: 0.025, blocks: 0.045, turnovers: 0.06, fouls: 0.1 },
  },
}
/** Share of attempts that an average player makes. */
const ACCURACY = { twos: 0.54, threes: 0.36, freeThrows: 0.78 } as const
/** Log spread of talents, of usual minutes, and of the shots of clubs. */
const SPREAD = { rate: 0.25, accuracy: 0.07, minutes: 0.06, club: 0.03 } as const
/** Minutes of a roster by place: the starters first. */
const MINUTES = [35, 33, 31, 29, 27, 23, 19, 15, 12, 8, 5, 3] as const
const POSITIONS = ['G', 'F', 'C', 'G', 'F', 'G', 'F', 'C', 'G', 'F', 'F', 'C'] as const
export const GAME_MINUTES = 240
/** Below the ids that ESPN has assigned to players of today, above those of retired ones. */
const FIRST_ID = 7_000_001
const FIRST_EVENT = 499_000_000
const CLUBS_PER_DAY = 14

/** An invented player with the true rates. */
export interface NbaPlayer {
  readonly id: number
  readonly name: string
  readonly club: number
  readonly place: number
  readonly position: 'G' | 'F' | 'C'
  readonly minutes: number
  readonly rates: Readonly<Record<Count, number>>
  readonly accuracy: Readonly<Record<keyof typeof ACCURACY, number>>
}

const skewed = (random: Random, spread: number): number => Math.exp(normal(random) * spread)

/** Attempts with the points of each that an average player makes. */
const SHOTS = {
  twosAttempted: 2 * ACCURACY.twos,
  threesAttempted: 3 * ACCURACY.threes,
  freeThrowsAttempted: ACCURACY.freeThrows,
}
const CLUB_POINTS = 112

/** Clubs differ little in their shots: a player who shoots much leaves less to the others. */
function balanceShots(random: Random, roster: readonly NbaPlayer[]): NbaPlayer[] {
  const shots = Object.entries(SHOTS) as [keyof typeof SHOTS, number][]
  const points = roster.reduce(
    (sum, { rates, minutes }) =>
      sum + minutes * shots.reduce((each, [shot, worth]) => each + rates[shot] * worth, 0),
    0,
  )
  const share = (CLUB_POINTS / points) * skewed(random, SPREAD.club)
  return roster.map((player) => ({
    ...player,
    rates: {
      ...player.rates,
      ...Object.fromEntries(shots.map(([shot]) => [shot, player.rates[shot] * share])),
    },
  }))
}

/** Makes the rosters of all clubs, by index of the club. Deterministic by seed. */
export function makeNbaRosters(seed: string): readonly (readonly NbaPlayer[])[] {
  const taken = new Set<string>()
  const naming = randomFrom(seed, 'nba names')
  return NBA_CLUBS.map((_, club) => {
    const roster = POSITIONS.map((position, place): NbaPlayer => {
      const random = randomFrom(seed, 'nba player', club, place)
      const rates = Object.fromEntries(
        COUNTS.map((count) => [count, RATES[position][count] * skewed(random, SPREAD.rate)]),
      ) as Record<Count, number>
      const accurate = (share: number) => Math.min(0.95, share * skewed(random, SPREAD.accuracy))
      return {
        id: FIRST_ID + club * POSITIONS.length + place,
        name: inventName(naming, taken).fullName,
        ...{ club, place, position, rates },
        minutes: (MINUTES[place] ?? 0) * skewed(random, SPREAD.minutes),
        accuracy: {
          twos: accurate(ACCURACY.twos),
          threes: accurate(ACCURACY.threes),
          freeThrows: accurate(ACCURACY.freeThrows),
        },
      }
    })
    return balanceShots(randomFrom(seed, 'nba club', club), roster)
  })
}

/** A scheduled game. */
export interface NbaGame {
  readonly id: number
  /** US Eastern day. */
  readonly date: string
  /** Tip-off, UTC instant. */
  readonly startsAt: string
  /** Indices of the clubs. */
  readonly home: number
  readonly away: number
  /** Of a replayed game: the year in which its season ends, and whether it is one of the playoffs. */
  readonly season?: { readonly year: number; readonly playoffs: boolean }
}

const TIP_OFFS = ['19:00', '19:30', '20:00', '20:30', '21:00', '22:00', '22:30'] as const

/** The first day of the sample season of a day: that of the month before, so that every day is amid a season. */
export const nbaOpening = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10)
}

/** The games of a day: seven pairs of clubs, the others rest. No club plays on three days in a row. */
export function nbaGames(seed: string, day: string): readonly NbaGame[] {
  const number = dayNumber(day)
  const clubs = NBA_CLUBS.map((_, club) => club)
  // Clubs rest in turn: every pair of days has each club once, shuffled by the pair.
  const order = shuffled(randomFrom(seed, 'nba pair of days', Math.floor(number / 2)), clubs)
  const half = number % 2 === 0 ? order.slice(0, CLUBS_PER_DAY) : order.slice(-CLUBS_PER_DAY)
  return Array.from({ length: CLUBS_PER_DAY / 2 }, (_, at): NbaGame => {
    const [home = 0, away = 0] = half.slice(2 * at, 2 * at + 2)
    return {
      id: FIRST_EVENT + (number % 100_000) * 10 + at,
      date: day,
      startsAt: instantOf(day, TIP_OFFS[at] ?? '19:00', 'America/New_York'),
      ...{ home, away },
    }
  })
}

const DAYS_OF_INJURY = 6
const INJURED_SHARE = 0.07
const INJURIES = ['Ankle', 'Knee', 'Hamstring', 'Back', 'Illness', 'Calf'] as const

/** Why a player is out on a day; null for one who can play. */
export function nbaInjury(seed: string, player: NbaPlayer, day: string): string | null {
  const spell = Math.floor((dayNumber(day) + player.id) / DAYS_OF_INJURY)
  const random = randomFrom(seed, 'nba injury', player.id, spell)
  if (random() >= INJURED_SHARE) return null
  return INJURIES[Math.floor(random() * INJURIES.length)] ?? null
}

/** The days from one to another, both included. */
export const daysBetween = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, dayNumber(to) - dayNumber(from) + 1) }, (_, at) =>
    dateOf(dayNumber(from) + at),
  )

import type { Availability, BoxScoreGame } from '@propsight/shared/contracts'
import { type BoxScoreGroup, findStatType, type OddsSport, type SportCode } from '@propsight/shared/domain'
import type { EngineResult, StatForecast } from '@propsight/shared/domain/engine'
import * as z from 'zod'
import type { Read } from '../platform/cache/freshness.ts'
import { type NextGames, type StatsGame, statsGameSchema } from './stats/format/schedule.ts'

/** Where a game is played, and what its prices expect; null where unknown. */
export const gameSettingSchema = z.object({
  neutral: z.boolean(),
  indoor: z.boolean().nullable(),
  /** Points by which the home club is expected to win, and points of both clubs. */
  spread: z.number().nullable(),
  total: z.number().nullable(),
})
export type GameSetting = z.infer<typeof gameSettingSchema>
export const NO_SETTING: GameSetting = { neutral: false, indoor: null, spread: null, total: null }

/** A game of the schedule, with its setting where the league has it. */
export const leagueGameSchema = statsGameSchema.extend({ setting: gameSettingSchema.optional() })
export type LeagueGame = StatsGame & { readonly setting?: GameSetting | undefined }

/** A player who has played a game. */
export interface Athlete {
  readonly id: number
  readonly fullName: string
  readonly position: string
  /** Code of the last club. */
  readonly club: string
}

/** All finished games of a league, and the forecasts that rest on them. */
export interface LeagueGames {
  readonly season: number
  readonly athletes: readonly Athlete[]
  /** The games of the player's season, oldest first; the same object while no game is added. */
  games(athleteId: number): readonly BoxScoreGame[]
  /** The games of the player's season for a club since the last game for another one; none if that is the last club. */
  gamesSinceTrade(athleteId: number, club: string): readonly BoxScoreGame[]
  /** The other players of an athlete's club, those who play the most first. */
  teamMates(athlete: Athlete): readonly Athlete[]
  /**
   * Forecasts all markets of a player's game; the same object for the same game and absences.
   * @param out players who are known not to play; null if that is not known
   */
  forecast(athlete: Athlete, game: LeagueGame, out: ReadonlySet<number> | null): EngineResult<StatForecast[]>
}

/** The box score of one game: counts of those who took part. */
export interface BoxScore {
  /** @throws Error when the line of the player cannot be read */
  countsOf(athleteId: number): Readonly<Record<string, number | null>> | null
  readonly isEmpty: boolean
  /** Whether it lists everyone who took part; otherwise a player of whom nothing was counted may be missing. */
  readonly listsAll: boolean
}

/** A report that a player cannot play. */
export interface Absence {
  readonly name: string
  /** Code of the club; null for an unknown one. */
  readonly club: string | null
  /** Whether players of the position have markets. */
  readonly hasMarkets: boolean
  /** Instant of the report. */
  readonly at: string
  readonly availability: Availability
}

/** What pictures of a sport print. Plain data, because it is sent to the process that reads pictures. */
export interface PictureWords {
  /** The name of the sport in sentences. */
  readonly game: string
  /** The clubs with their cities and nicknames in lower case. */
  readonly clubs: readonly {
    readonly code: string
    readonly places: readonly string[]
    readonly nicknames: readonly string[]
  }[]
  /** Codes of clubs by other printed codes. */
  readonly otherCodes: Readonly<Record<string, string>>
  readonly positions: readonly string[]
  /** Positions by their frequent misreadings. */
  readonly misreadPositions: Readonly<Record<string, string>>
  /** The lowest and highest plausible line of each market; a line outside only causes a doubt. */
  readonly markets: Readonly<Record<string, readonly [low: number, high: number]>>
  /** Markets by further spellings. */
  readonly spellings: Readonly<Record<string, string>>
  /** What markets count, as the books name it. */
  readonly nouns: readonly string[]
  /** Words that narrow a market down, and do not name one alone. */
  readonly qualifiers: readonly string[]
  /** No line is as high. */
  readonly highestLine: number
}

/** A league whose logs are made of box scores. Failures are `UpstreamError`s that name its service. */
export interface BoxScoreLeague {
  readonly sport: SportCode
  readonly group: BoxScoreGroup
  /** Version of the engine. */
  readonly engine: string
  /** Name of a club by its code, as sentences use it: 'Boston Celtics'; null for an unknown one. */
  clubName(code: string): string | null
  /** The sport at the odds service. */
  readonly odds: OddsSport
  readonly pictureWords: PictureWords
  /** The games of a US Eastern day. */
  schedule(day: string): Promise<Read<LeagueGame[]>>
  /** Days after today whose games have lines. */
  readonly daysAhead: number
  /** The next day with games after a US Eastern day; null if none is scheduled within `SCHEDULED_DAYS`. */
  nextGames(day: string): Promise<Read<NextGames | null>>
  /** All finished games up to a day. The first call reads hundreds of box scores, which takes a minute or more. */
  games(today: string): Promise<Read<LeagueGames>>
  /** The players who cannot play; the same map for the same reports. */
  absences(): Promise<Read<ReadonlyMap<number, Absence>>>
  /** The box score of a game. @param isOver whether the schedule lists it as over */
  boxScore(gamePk: number, isOver: boolean): Promise<Read<BoxScore>>
}

/** The league of a market; undefined for baseball's markets and for those of sports that are not open. */
export function leagueOfMarket(
  { leagues }: { readonly leagues: readonly BoxScoreLeague[] },
  statType: string,
): BoxScoreLeague | undefined {
  const group = findStatType(statType)?.group
  return leagues.find((league) => league.group === group)
}

/** Most days whose schedules are read for the lines of a market: those of its games, and a night on either side. */
export const mostDays = (upstream: Parameters<typeof leagueOfMarket>[0], statType: string): number =>
  (leagueOfMarket(upstream, statType)?.daysAhead ?? 1) + 2

/** Reads the schedule of the sport of a market. @throws UpstreamError */
export const scheduleOf = (
  upstream: {
    readonly stats: Pick<BoxScoreLeague, 'schedule'>
    readonly leagues: readonly BoxScoreLeague[]
  },
  statType: string,
  day: string,
): Promise<Read<StatsGame[]>> => (leagueOfMarket(upstream, statType) ?? upstream.stats).schedule(day)

import type { BaseballGroup, HittingGame, PitchingGame } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { Read } from '../../platform/cache/freshness.ts'
import type { BoxScoreLeague } from '../box-score-league.ts'
import type { StatsPerson, StatsTeam, StatsTransaction } from './format/roster.ts'
import type { ClubGame, NextGames, StatsGame } from './format/schedule.ts'
import type { ClubHitting, ClubPitching, PlayerTotals, SeasonTotals } from './format/season-stats.ts'
import type { PlayerSplits, VsPitcher } from './format/splits.ts'

/** The game log of one person. One of the lists is empty: a log is loaded for one stat group. */
export interface PersonLog {
  person: StatsPerson
  hitting: HittingGame[]
  pitching: PitchingGame[]
  /** Number of games of the log that could not be read, if any. */
  unread?: number | undefined
  /** Number of games of the log that are not over, and so are in neither list, if any. */
  open?: number | undefined
}

/** Ids of the starting batters of a game, first to ninth; empty if unknown. */
export interface GameOrders {
  gamePk: number
  /** Ids of the clubs; null if the answer lacks them. */
  homeClub: number | null
  awayClub: number | null
  home: number[]
  away: number[]
}

export type LoadedLog =
  | { personId: number; ok: true; log: Read<PersonLog> }
  | { personId: number; ok: false; error: unknown }

/** The baseball stats service. Failures are `UpstreamError`s. */
export interface StatsClient {
  /** All players on a roster in a season. */
  players(season: number): Promise<Read<StatsPerson[]>>
  teams(season: number): Promise<Read<StatsTeam[]>>
  /** Batting totals of all clubs in a season so far, in one request. An unreadable club is omitted. */
  teamBatting(season: number): Promise<Read<ClubHitting[]>>
  /** Totals of the batters who faced each club's pitchers. */
  teamPitching(season: number): Promise<Read<ClubPitching[]>>
  /** Batting totals of all clubs over the 30 days before a league day. */
  recentTeamBatting(day: string): Promise<Read<ClubHitting[]>>
  /** Batting orders of the `ORDER_DAYS` days before a league day, oldest first, in one request. */
  battingOrders(day: string): Promise<Read<GameOrders[]>>
  /** Totals of all players and clubs in a finished season: three requests, cached for weeks. */
  seasonTotals(season: number): Promise<Read<SeasonTotals>>
  /** Totals of all players in a season so far: two requests, cached for hours. */
  playerTotals(season: number): Promise<Read<PlayerTotals>>
  /** The games of one league day, `YYYY-MM-DD`, with probable starters and line-ups if they are announced. */
  schedule(date: string): Promise<Read<StatsGame[]>>
  /** The next day with games after a league day; null if none is scheduled within `SCHEDULED_DAYS`. */
  nextGames(day: string): Promise<Read<NextGames | null>>
  /**
   * Finished regular-season games, oldest first. Yields each person as soon as the response of its batch
   * arrives. Logs of earlier seasons are cached for weeks and use today's club codes.
   * @param today the league day, whose games may be in progress
   */
  gameLogs(
    personIds: readonly number[],
    group: BaseballGroup,
    season: number,
    today: string,
  ): AsyncIterable<LoadedLog>
  /**
   * Roster transactions of a range of league days, both included. The list is unsorted, and contains
   * duplicates and entries of affiliates. Entries without a person or a date are omitted.
   */
  transactions(startDate: string, endDate: string): Promise<Read<StatsTransaction[]>>
  /**
   * Regular-season games of a club in one season with their starting pitchers, without duplicates, oldest
   * first.
   */
  clubSeason(clubId: number, season: number): Promise<Read<ClubGame[]>>
  /** Totals of a player's season, and the parts against left- and right-handers. */
  playerSplits(personId: number, group: BaseballGroup, season: number): Promise<Read<PlayerSplits>>
  /** Totals of a batter against a pitcher over all seasons known to the service. */
  vsPitcher(batterId: number, pitcherId: number): Promise<Read<VsPitcher>>
  /** The unparsed JSON of one path of the service. The caller must check path and query. */
  raw(path: string, query: Readonly<Record<string, string>>): Promise<Read<unknown>>
}

/** The named reads of the stats service, and the clock of the league. */
export interface LeagueReads<Reads extends keyof StatsClient> {
  readonly upstream: {
    readonly stats: Pick<StatsClient, Reads>
    /** The open sports besides baseball. */
    readonly leagues: readonly BoxScoreLeague[]
  }
  readonly clock: LeagueClock
}

/** `LeagueReads` of a function that logs the optional parts that it could not read. */
export interface LeaguePorts<Reads extends keyof StatsClient> extends LeagueReads<Reads> {
  readonly log: Logger
}

import type { HittingGame, PitchingGame, StatGroup } from '@propsight/shared/contracts'
import type { Read } from '../../platform/cache/read.ts'
import type { ClubGame } from './club-season.ts'
import type { StatsPerson } from './format/person.ts'
import type { StatsGame } from './format/schedule.ts'
import type { StatsTeam } from './format/team.ts'
import type { ClubHitting, ClubPitching } from './format/team-stats.ts'
import type { StatsTransaction } from './format/transactions.ts'
import type { PlayerSplits } from './player-splits.ts'
import type { SeasonTotals } from './season-totals.ts'
import type { VsPitcher } from './vs-pitcher.ts'

/** What one bulk answer says about one person. */
export interface PersonLog {
  person: StatsPerson
  hitting: HittingGame[]
  pitching: PitchingGame[]
}

/** Who started a game, first to ninth; empty where it is not told. */
export interface GameOrders {
  gamePk: number
  home: number[]
  away: number[]
}

export type LoadedLog =
  | { personId: number; ok: true; log: Read<PersonLog> }
  | { personId: number; ok: false; error: unknown }

/** The baseball stats service, as far as the product asks it. Failures are `UpstreamError`s. */
export interface StatsClient {
  /** Everyone who is on a roster in a season. */
  players(season: number): Promise<Read<StatsPerson[]>>
  teams(season: number): Promise<Read<StatsTeam[]>>
  /** Every club's batting of a season so far, in one question; a club that cannot be read is missing. */
  clubBatting(season: number): Promise<Read<ClubHitting[]>>
  /** What was batted against every club's pitchers. */
  clubPitching(season: number): Promise<Read<ClubPitching[]>>
  /** Every club's batting of the thirty days before a league day. */
  clubBattingLately(day: string): Promise<Read<ClubHitting[]>>
  /** Batting orders of the two weeks before a league day, in one question. */
  battingOrders(day: string): Promise<Read<GameOrders[]>>
  /** What everybody did in a season that is over, and the clubs: three questions, whose answers are kept for weeks. */
  seasonTotals(season: number): Promise<Read<SeasonTotals>>
  /** The games of one league day, `YYYY-MM-DD`, with probable starters and line-ups where they are announced. */
  schedule(date: string): Promise<Read<StatsGame[]>>
  /**
   * Finished regular-season games, oldest first; each person comes as soon as its bulk answer is there. The games of
   * an earlier season than today's are kept for long, and name their opponents as they are written today.
   * @param today the league day, whose games may be under way
   */
  gameLogs(
    personIds: readonly number[],
    group: StatGroup,
    season: number,
    today: string,
  ): AsyncIterable<LoadedLog>
  /**
   * Roster moves of a span of league days, both included, as the service lists them: unsorted, affiliates' among them,
   * some twice. What names nobody or no day is left out.
   */
  transactions(startDate: string, endDate: string): Promise<Read<StatsTransaction[]>>
  /** A club's regular-season games of one season, each once, with who started or is announced; oldest first. */
  clubSeason(clubId: number, season: number): Promise<Read<ClubGame[]>>
  /** A player's season, and what of it was against left- and right-handers. */
  playerSplits(personId: number, group: StatGroup, season: number): Promise<Read<PlayerSplits>>
  /** What a batter did against a pitcher in all seasons that the service tells. */
  vsPitcher(batterId: number, pitcherId: number): Promise<Read<VsPitcher>>
  /** The service's own JSON under one of its paths; the caller has checked path and query. */
  raw(path: string, query: Readonly<Record<string, string>>): Promise<Read<unknown>>
}

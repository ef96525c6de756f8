import type { Read } from '../../platform/cache/read.ts'

/** A football game of the scoreboard. */
export interface ScoreboardGame {
  id: string
  /** Kickoff, ISO 8601 in UTC. */
  startsAt: string
  timeTbd: boolean
  state: 'pre' | 'in' | 'post'
  /** Status name of the service, such as `STATUS_POSTPONED`. */
  status: string
  /** Team codes of the service, such as `WSH`. */
  home: string
  away: string
  stadium: string | null
  neutralSite: boolean
}

/** The football scoreboard. Failures are `UpstreamError`s that name the service. */
export interface FootballClient {
  /** The games of one US Eastern day, `YYYY-MM-DD`. */
  scoreboard(date: string): Promise<Read<ScoreboardGame[]>>
}

import type { Read } from '../../platform/cache/read.ts'

/** A football game as the scoreboard tells it. */
export interface ScoreboardGame {
  id: string
  /** Kickoff, ISO 8601 in UTC. */
  startsAt: string
  timeTbd: boolean
  state: 'pre' | 'in' | 'post'
  /** `STATUS_POSTPONED`. */
  status: string
  /** Codes as the service writes them: `WSH`. */
  home: string
  away: string
  stadium: string | null
  neutralSite: boolean
}

/** The football scoreboard. Failures are `UpstreamError`s that name it. */
export interface FootballClient {
  /** The games of one US Eastern day, `YYYY-MM-DD`. */
  scoreboard(date: string): Promise<Read<ScoreboardGame[]>>
}

import type { GameLogRecord, GameLogsBody } from '@propsight/shared/contracts'
import type { Logger } from 'pino'

export type LogsRecord = Extract<
  GameLogRecord,
  { type: 'start' | 'player' | 'pitcher' | 'athlete' | 'missing' }
>

/** Counts and age of the game logs of a board. */
export interface LogsSummary {
  players: number
  missing: number
  /** Time of the oldest upstream answer used, ISO 8601. */
  readAt: string
  stale: boolean
}

/** The record of one player of a request, or why there is none. */
export type CollectedRecord = Exclude<LogsRecord, { type: 'start' }>

/** The markets of a player that a caller needs (names as in `findStatType`); null for all. */
export type MarketsOfRequest = (player: GameLogsBody['players'][number]) => ReadonlySet<string> | null

/** The game logs and forecasts of a board, for services of other topics. */
export interface GameLogStreamPorts {
  /**
   * Streams the records of players in the order of arrival, as `streamGameLogs` of `game-logs.ts`.
   * @param write sends one record; its error ends the stream
   * @param marketsOf as in `streamGameLogs` of `game-logs.ts`
   * @throws UpstreamError when no game log could be read
   */
  streamGameLogs(
    players: GameLogsBody['players'],
    write: (record: LogsRecord) => Promise<void>,
    log: Logger,
    marketsOf?: MarketsOfRequest,
  ): Promise<LogsSummary>
}

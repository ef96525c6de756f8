import type { ApiClient, FetchLinesAnswer, GameLogsBody, StartRunAnswer } from '@propsight/shared/contracts'
import type { Step } from '../../config/steps.ts'
import type { Advice, PlayerRecord, RunRequest } from '../../state/run.ts'

/** What a run tells while it is under way. */
export interface RunEvents {
  step(step: Step): void
  /** The credits of this run are held. */
  held(run: StartRunAnswer): void
  lines(answer: FetchLinesAnswer): void
  /** Players' logs are there, by which the run is charged. */
  records(records: readonly PlayerRecord[]): void
  /** Whether the league's moves could be read. */
  news(read: boolean): void
  advice(advice: Advice): void
}

/** How a run ended; 'unread' when no line needs a log, so that nothing was charged. */
export type Ended = 'charged' | 'unread' | 'empty'

/** What a mode is given to make a board of. */
export interface BoardTask {
  api: ApiClient
  request: RunRequest
  runId: string
  lines: FetchLinesAnswer
  players: GameLogsBody['players']
  signal: AbortSignal
}

import type {
  ApiClient,
  FetchLinesResponse,
  GameLogsBody,
  StartRunResponse,
} from '@propsight/shared/contracts'
import type { Step } from '../../config/run-steps.ts'
import type { Advice, PlayerRecord, RunRequest } from '../../state/run.ts'

/** Callbacks of a run in progress. */
export interface RunEvents {
  step(step: Step): void
  /** The credits of this run are held. */
  held(run: StartRunResponse): void
  /** Lines arrived. The run is charged with the first one. */
  lines(answer: FetchLinesResponse): void
  /** Records of players arrived. */
  records(records: readonly PlayerRecord[]): void
  /** Whether the roster transactions could be read. */
  news(read: boolean): void
  advice(advice: Advice): void
}

/** Result of a run. 'unread': no line needs a log. */
export type Ended = 'complete' | 'unread' | 'empty'

/** Input of a mode for building its board. */
export interface BoardTask {
  api: ApiClient
  request: RunRequest
  runId: string
  lines: FetchLinesResponse
  players: GameLogsBody['players']
  signal: AbortSignal
}

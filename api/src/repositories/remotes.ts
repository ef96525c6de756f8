import { type TelemetryResponse, telemetryResponse } from '@propsight/shared/contracts'
import { type DataService, nothing } from './data-service.ts'

/** Errors of one kind in one release and shell. */
export interface ErrorRow
  extends Pick<TelemetryResponse['errors'][number], 'version' | 'shell' | 'fingerprint'> {
  name: string
  kind: string
  error: string
  message: string
  frames: readonly string[]
  route: string
  trace: string | null
  count: number
}

/** What the team of a remote has besides its releases. */
export interface RemotesRepository {
  /** What browsers reported in the last `days` days. @throws DatabaseRefusal 404 */
  telemetry(name: string, days: number): Promise<TelemetryResponse>
  /** Adds errors up by kind. Rows of a remote above the limit replace its rarest and oldest ones. */
  recordErrors(rows: readonly ErrorRow[]): Promise<void>
}

/** Kinds of errors that are stored of each remote, and how many new ones an hour are events in its history. */
const ERROR_LIMITS = { p_max: 500, p_events: 5 }

/** Telemetry of remotes, through database functions. */
export const createRemotesRepository = (data: DataService): RemotesRepository => ({
  telemetry: (name, days) => data.rpc('remote_telemetry', { p_name: name, p_days: days }, telemetryResponse),
  recordErrors: (rows) => data.rpc('record_remote_errors', { p_rows: rows, ...ERROR_LIMITS }, nothing),
})

import {
  type TelemetryResponse,
  telemetryResponse,
  type WebhookResponse,
  webhookResponse,
} from '@propsight/shared/contracts'
import * as z from 'zod'
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

/** An event of a remote, and the address that receives it. */
export type DueWebhook = z.infer<typeof dueWebhook>
const dueWebhook = z.object({
  name: z.string(),
  /** Of the address. */
  id: z.uuid(),
  url: z.string(),
  attempt: z.int(),
  event: z.object({
    id: z.int(),
    version: z.string().nullable(),
    action: z.string(),
    actor: z.string(),
    message: z.string(),
    generation: z.int(),
    at: z.string(),
  }),
})

/** What the team of a remote has besides its releases. */
export interface RemotesRepository {
  /** What browsers reported in the last `days` days. @throws DatabaseRefusal 404 */
  telemetry(name: string, days: number): Promise<TelemetryResponse>
  /** Adds errors up by kind. Rows of a remote above the limit replace its rarest and oldest ones. */
  recordErrors(rows: readonly ErrorRow[]): Promise<void>
  /** @throws DatabaseRefusal 404 */
  webhook(name: string): Promise<WebhookResponse['webhook']>
  /** @returns the id from which the secret derives; null after a removal. @throws DatabaseRefusal 404 */
  setWebhook(name: string, url: string | null, actor: string): Promise<string | null>
  /** Claims the event that has waited longest, for `leaseSeconds`. */
  claimWebhook(leaseSeconds: number): Promise<DueWebhook | null>
  /** Records the result of an attempt; `error` is null when the address accepted the event. */
  settleWebhook(due: DueWebhook, error: string | null): Promise<void>
}

/** Kinds of errors that are stored of each remote, and how many new ones an hour are events in its history. */
const ERROR_LIMITS = { p_max: 500, p_events: 5 }

/** Telemetry and webhooks of remotes, through database functions. */
export const createRemotesRepository = (data: DataService): RemotesRepository => ({
  telemetry: (name, days) => data.rpc('remote_telemetry', { p_name: name, p_days: days }, telemetryResponse),
  recordErrors: (rows) => data.rpc('record_remote_errors', { p_rows: rows, ...ERROR_LIMITS }, nothing),
  webhook: (name) => data.rpc('remote_webhook', { p_name: name }, webhookResponse.shape.webhook),
  setWebhook: (name, url, actor) =>
    data.rpc('set_remote_webhook', { p_name: name, p_url: url, p_actor: actor }, z.uuid().nullable()),
  claimWebhook: (leaseSeconds) =>
    data.rpc('claim_webhook', { p_lease_seconds: leaseSeconds }, dueWebhook.nullable()),
  settleWebhook: ({ id, attempt, event }, error) =>
    data.rpc('settle_webhook', { p_id: id, p_attempt: attempt, p_event: event.id, p_error: error }, nothing),
})

import {
  type Audience,
  type ConfigResponse,
  type ConfigValue,
  cohortsResponse,
  configResponse,
  type TelemetryResponse,
  telemetryResponse,
  type Vitals,
  type WebhookResponse,
  webhookResponse,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import { type DataService, nothing, rowsOf } from './data-service.ts'

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

/** A canary that was served to a visitor. */
export interface ServedRow {
  name: string
  version: string
  visitor: string
  /** Keyed hash of the network address. */
  source: string
}

/** One load of one remote, as reported by a browser with its load ticket. Older shells report no `shell`. */
export interface LoadRow extends Partial<Vitals> {
  ticket: string
  visitor: string
  name: string
  version: string
  /** Generation of the rollout when the ticket was issued. */
  generation: number
  outcome: 'ok' | 'failed'
  kind: string | null
  /** Of a failure. */
  phase: string | null
  detail: string | null
  trace: string | null
  /** `user:<id>`, or `address:<hash>` for reports without sign-in. Only users can halt a canary. */
  reporter: string
  ms: number
  shell: string | null
}

/** Limits at which a release counts as failing, and whether a live one is then rolled back. */
export interface FailureLimits {
  minFailing: number
  maxRate: number
  rollBack: boolean
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

const audienceFacts = z.object({ plan: z.string(), isDeveloper: z.boolean(), cohorts: z.array(z.string()) })
/** What an audience may ask about an account. */
export type AudienceFacts = z.infer<typeof audienceFacts>

export interface ConfigChange {
  key: string
  /** Null removes the value. */
  value: ConfigValue | null
  audience: Audience
  actor: string
  message: string
}

const storedValue = configResponse.shape.values.element
const cohort = cohortsResponse.shape.cohorts.element

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
  /** The values that are set, by key. @throws DatabaseRefusal 404 */
  config(name: string): Promise<ConfigResponse['values']>
  /** @throws DatabaseRefusal 404; 409 for too many values */
  setConfig(name: string, change: ConfigChange): Promise<void>
  cohorts(): Promise<z.infer<typeof cohort>[]>
  /** Adds an account to a cohort, or removes it. @throws DatabaseRefusal 404, 409 for a full cohort */
  setCohortMember(cohort: string, email: string, change: { isMember: boolean; actor: string }): Promise<void>
  /** Null without a profile. */
  audienceFacts(userId: string): Promise<AudienceFacts | null>
}

/** Kinds of errors that are stored of each remote, and how many new ones an hour are events in its history. */
const ERROR_LIMITS = { p_max: 500, p_events: 5 }

/** Telemetry, webhooks and configuration of remotes, through database functions. */
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
  config: (name) =>
    data.rpc('remote_config_values', { p_name: name }, rowsOf('remote_config_values', storedValue)),
  setConfig: (name, { key, value, audience, actor, message }) =>
    data.rpc(
      'set_remote_config',
      {
        p_name: name,
        p_key: key,
        p_setting: value === null ? null : { value, audience },
        p_actor: actor,
        p_message: message,
      },
      nothing,
    ),
  cohorts: () => data.rpc('list_cohorts', {}, rowsOf('list_cohorts', cohort)),
  setCohortMember: (name, email, { isMember, actor }) =>
    data.rpc(
      'set_cohort_member',
      { p_cohort: name, p_email: email, p_is_member: isMember, p_actor: actor },
      nothing,
    ),
  audienceFacts: (userId) => data.rpc('audience_facts', { p_user: userId }, audienceFacts.nullable()),
})

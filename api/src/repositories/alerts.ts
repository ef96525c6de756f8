import { alertKindSchema } from '@propsight/shared/contracts'
import { ALL_ODDS_TYPES } from '@propsight/shared/domain'
import * as z from 'zod'
import { type DataService, nothing } from './data-service.ts'

const instant = z.iso.datetime({ offset: true })
const side = z.enum(['OVER', 'UNDER'])

const watchSchema = z.object({
  userId: z.uuid(),
  gamePk: z.int(),
  personId: z.int(),
  statType: z.string(),
  leagueDay: z.iso.date(),
  playerName: z.string(),
  team: z.string(),
  /** Null for a star on the consensus line. */
  line: z.number().nullable(),
  side: side.nullable(),
  oddsType: z.enum(ALL_ODDS_TYPES),
  /** When it was saved or starred. */
  since: instant,
  /** False for a starred prop. */
  isSaved: z.boolean(),
  /** 0 before the first comparison. */
  revision: z.int(),
  /** The baseline as the job stored it; null before the first comparison. */
  state: z.unknown(),
})
/** A prop that a user watches, with its baseline. */
export type AlertWatch = z.infer<typeof watchSchema>

const watchesSchema = z.object({ last: z.uuid().nullable(), watches: z.array(watchSchema) })

const eventSchema = z.object({
  key: z.string().min(1).max(200),
  kind: alertKindSchema,
  title: z.string().min(1).max(200),
  body: z.string().max(600),
  path: z.string().max(200),
})
export type AlertEvent = z.infer<typeof eventSchema>

/** The new baseline of a watched prop, with the events that led to it. */
export interface AlertChange
  extends Pick<AlertWatch, 'userId' | 'gamePk' | 'personId' | 'statType' | 'leagueDay' | 'revision'> {
  /** First pitch, league time. */
  readonly startsAt: string
  readonly state: unknown
  readonly events: readonly AlertEvent[]
}

const claimSchema = z.object({
  lease: z.uuid(),
  channel: z.enum(['push', 'mail']),
  /** From 1. */
  attempt: z.int(),
  userId: z.uuid(),
  /** Proven e-mail address; null for a user without one. */
  address: z.string().nullable(),
  subscription: z
    .object({ id: z.uuid(), endpoint: z.string(), p256dh: z.string(), auth: z.string() })
    .nullable(),
  /** Quiet hours: minutes of the day in the time zone. */
  quiet: z.object({ from: z.int(), to: z.int(), timeZone: z.string() }).nullable(),
  /** The newest 20, newest first. */
  alerts: z
    .array(eventSchema.omit({ key: true }).extend({ id: z.int(), startsAt: instant, createdAt: instant }))
    .min(1),
  /** Number of older alerts in this delivery. */
  more: z.int(),
})
/** Alerts that are due for one receiver, leased to the caller. */
export type AlertDelivery = z.infer<typeof claimSchema>
export type AlertChannel = AlertDelivery['channel']

/**
 * Result of an attempt. `failed`: it is tried again later. `wait`: until the quiet hours end. `gone`: the push service
 * does not know the subscription any more.
 */
export type DeliveryResult =
  | { readonly result: 'sent' | 'gone' }
  | { readonly result: 'failed'; readonly error: string }
  | { readonly result: 'wait'; readonly seconds: number }

const newestSchema = z.record(z.uuid(), z.int())
const raisedSchema = z.partialRecord(alertKindSchema, z.int())

interface Subscription {
  readonly userId: string
  readonly sessionId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Alerts about watched props, and their deliveries. */
export interface AlertsRepository {
  /**
   * Reads the watched props of a page of users.
   * @param after last user of the previous page; null for the first page
   * @returns `last` is null after the last page
   */
  watches(page: {
    from: string
    to: string
    after: string | null
    users: number
  }): Promise<z.infer<typeof watchesSchema>>
  /**
   * Stores baselines and raises alerts, each event of a user once, also if several instances report it.
   * @returns number of new alerts per kind
   */
  raise(changes: readonly AlertChange[]): Promise<z.infer<typeof raisedSchema>>
  /** The newest unread alert of each user who got one within the last `seconds`. */
  newest(seconds: number): Promise<ReadonlyMap<string, number>>
  /** Marks alerts of a user as read. @returns how many */
  read(userId: string, ids: readonly number[]): Promise<number>
  /** Stores the push subscription of a session. @returns false if the session has ended */
  subscribe(subscription: Subscription): Promise<boolean>
  /** Deletes a push subscription of a user. */
  unsubscribe(userId: string, endpoint: string): Promise<void>
  /** Turns off the mails of a user. @returns false if there is no such account */
  stopMail(userId: string): Promise<boolean>
  /**
   * Claims the due alerts of the receiver that has waited longest, for `leaseSeconds`.
   * @param now league time: after the first pitch nothing is sent
   */
  claim(channels: readonly AlertChannel[], now: Date, leaseSeconds: number): Promise<AlertDelivery | null>
  /** Records the result of an attempt. */
  settle(lease: string, outcome: DeliveryResult): Promise<void>
  /** Deletes alerts after a week, and baselines and stars of days before `before`. @returns how many rows */
  forget(before: string, limit: number): Promise<number>
}

/** Alerts, through database functions. */
export const createAlertsRepository = (data: DataService): AlertsRepository => ({
  watches: ({ from, to, after, users }) =>
    data.rpc('alert_watches', { p_from: from, p_to: to, p_after: after, p_users: users }, watchesSchema),
  raise: (changes) => data.rpc('raise_alerts', { p_changes: changes }, raisedSchema),
  newest: async (seconds) =>
    new Map(Object.entries(await data.rpc('newest_alerts', { p_seconds: seconds }, newestSchema))),
  read: (userId, ids) => data.rpc('read_alerts', { p_user: userId, p_ids: ids }, z.int()),
  subscribe: ({ userId, sessionId, endpoint, p256dh, auth }) =>
    data.rpc(
      'subscribe_push',
      { p_user: userId, p_session: sessionId, p_endpoint: endpoint, p_p256dh: p256dh, p_auth: auth },
      z.boolean(),
    ),
  async unsubscribe(userId, endpoint) {
    await data.rpc('unsubscribe_push', { p_user: userId, p_endpoint: endpoint }, z.boolean())
  },
  stopMail: (userId) => data.rpc('unsubscribe_alert_mail', { p_user: userId }, z.boolean()),
  claim: (channels, now, leaseSeconds) =>
    data.rpc(
      'claim_alert_deliveries',
      { p_channels: channels, p_now: now.toISOString(), p_lease_seconds: leaseSeconds },
      claimSchema.nullable(),
    ),
  async settle(lease, outcome) {
    const { result } = outcome
    await data.rpc(
      'settle_alert_deliveries',
      {
        p_lease: lease,
        p_result: result,
        p_error: result === 'failed' ? outcome.error : null,
        p_wait_seconds: result === 'wait' ? outcome.seconds : 0,
      },
      nothing,
    )
  },
  forget: (before, limit) => data.rpc('forget_alerts', { p_before: before, p_limit: limit }, z.int()),
})

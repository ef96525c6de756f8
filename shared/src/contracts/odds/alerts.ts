import * as z from '@propsight/shared/schema'

/**
 * What alerts are about: the consensus line or its price moved, the batting order was posted without the player, a
 * probable starter changed, or the engine changed its side of the watched line.
 */
export const ALERT_KINDS = ['line-moved', 'not-in-lineup', 'starter-changed', 'side-changed'] as const
export const alertKindSchema = z.enum(ALERT_KINDS)
export type AlertKind = z.infer<typeof alertKindSchema>

/** A row of `alerts`, which its user can read. `id` ascends with time. */
export const alertSchema = z.object({
  id: z.int(),
  kind: alertKindSchema,
  title: z.string().max(200),
  body: z.string().max(600),
  /** Path of the pick or of the scanner's prop. */
  path: z.string().max(200),
  created_at: z.string(),
  /** Null while it is unread. */
  read_at: z.string().nullable(),
})
export type Alert = z.infer<typeof alertSchema>
/** Columns of `alertSchema`, for queries. */
export const ALERT_COLUMNS = 'id,kind,title,body,path,created_at,read_at'

const minuteOfDay = z.int().min(0).max(1_439)

/** The user's own row of `alert_settings`, which the user writes; without a row the defaults apply. */
export const alertSettingsSchema = z.object({
  /** Stops all alerts on all channels. */
  stopped: z.boolean(),
  line_moved: z.boolean(),
  not_in_lineup: z.boolean(),
  starter_changed: z.boolean(),
  side_changed: z.boolean(),
  in_app: z.boolean(),
  push: z.boolean(),
  mail: z.boolean(),
  /** Push and mail wait between these minutes of the day in `time_zone`; both null for no quiet hours. */
  quiet_from: minuteOfDay.nullable(),
  quiet_to: minuteOfDay.nullable(),
  /** IANA name. */
  time_zone: z.string().max(64),
})
export type AlertSettings = z.infer<typeof alertSettingsSchema>
export const DEFAULT_ALERT_SETTINGS: AlertSettings = {
  stopped: false,
  line_moved: true,
  not_in_lineup: true,
  starter_changed: true,
  side_changed: true,
  in_app: true,
  push: false,
  mail: false,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
}

/**
 * A row of `starred_props`: a prop that its user watches. Users read and write their own rows, at most 100; they are
 * deleted after the game. The key is user, `game_pk`, `person_id` and `stat_type`; the database sets the user.
 */
export const starredPropSchema = z.object({
  game_pk: z.int().min(1),
  person_id: z.int().min(1),
  /** The market, as in `findStatType`. */
  stat_type: z.string().min(1).max(60),
  /** Null for the consensus line, whichever it is. */
  line: z.number().min(0).max(1_000).nullable(),
  side: z.enum(['OVER', 'UNDER']).nullable(),
  player_name: z.string().min(1).max(120),
  /** Club code; empty if it is not known. */
  team: z.string().max(40),
  league_day: z.iso.date(),
})
export type StarredProp = z.infer<typeof starredPropSchema>
/** Columns of `starredPropSchema`, for queries. */
export const STARRED_PROP_COLUMNS = 'game_pk,person_id,stat_type,line,side,player_name,team,league_day'
/** Target of `on_conflict` when a star is saved. */
export const STARRED_PROP_KEY = 'user_id,game_pk,person_id,stat_type'

/** `GET /api/alerts/newest`: id of the newest unread alert of the last minutes; null without one. */
export const newestAlertResponse = z.object({ newest: z.int().nullable() })

/** `POST /api/alerts/read`: marks alerts as read. */
export const readAlertsBody = z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(200) })

/** `GET /api/alerts/channels`: what this installation can send to the user. */
export const alertChannelsResponse = z.object({
  /** Public key for push subscriptions (VAPID), base64url; null where push is not configured. */
  push: z.string().max(120).nullable(),
  /** `unproven`: no link in a mail to the account's address was followed yet. */
  mail: z.enum(['ready', 'unproven', 'unavailable']),
})
export type AlertChannels = z.infer<typeof alertChannelsResponse>

const base64Url = z.string().regex(/^[\w-]+={0,2}$/)

/** `POST /api/alerts/push`: the subscription of a browser, as `PushSubscription.toJSON()` gives it. */
export const pushSubscriptionBody = z.strictObject({
  endpoint: z.string().min(1).max(1_000),
  keys: z.strictObject({ p256dh: base64Url.min(80).max(100), auth: base64Url.min(20).max(40) }),
})
/** `POST /api/alerts/push/remove` */
export const removePushBody = z.strictObject({ endpoint: z.string().min(1).max(1_000) })

/** Query of `/api/alerts/unsubscribe`, the link in each mail. */
export const unsubscribeQuery = z.strictObject({
  user: z.uuid(),
  signature: z.string().regex(/^[\w-]{43}$/),
})

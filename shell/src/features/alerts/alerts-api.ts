import { readResponse } from '@propsight/shared/client'
import {
  ALERT_COLUMNS,
  type Alert,
  type AlertChannels,
  type AlertSettings,
  alertChannelsResponse,
  alertSchema,
  alertSettingsSchema,
  countSkipped,
  DEFAULT_ALERT_SETTINGS,
  newestAlertResponse,
  STARRED_PROP_COLUMNS,
  type StarredProp,
  starredPropSchema,
} from '@propsight/shared/contracts'
import type * as z from '@propsight/shared/schema'
import type { Services } from '../../state/services.ts'
import { unreadAlertsAtom } from '../../state/session.ts'

/** Alerts in the list. Older ones are deleted after a week. */
const MAX_LISTED = 50

type Needs = Pick<Services, 'api' | 'supabase' | 'store' | 'queryClient'>

/** Query keys. The user id keeps the data of different users separate. */
export const alertsKey = (userId: string) => ['alerts', userId] as const
export const settingsKey = (userId: string) => ['alert-settings', userId] as const
export const starsKey = (userId: string) => ['starred-props', userId] as const
export const channelsKey = (userId: string) => ['alert-channels', userId] as const

const rowsOf = <T>({ data, error }: { data: T; error: { message: string } | null }): T => {
  if (error) throw new Error(error.message)
  return data
}

const countUnread = (alerts: readonly Alert[]): number =>
  alerts.filter(({ read_at }) => read_at === null).length

/** A list of the data service, whose rows are parsed one by one. */
export interface Listed<T> {
  readonly rows: readonly T[]
  /** Number of rows that could not be parsed. */
  readonly skipped: number
}

function parseRows<T>(schema: z.ZodType<T[]>, rows: unknown): Listed<T> {
  const { value, skipped } = readResponse(schema, rows)
  return { rows: value, skipped: countSkipped(skipped) }
}

/** Reads the newest alerts, newest first, and sets the count of the bell. @throws Error */
export async function readAlerts({ supabase, store }: Needs): Promise<Listed<Alert>> {
  const sent = rowsOf(
    await supabase.from('alerts').select(ALERT_COLUMNS).order('id', { ascending: false }).limit(MAX_LISTED),
  )
  const alerts = parseRows(alertSchema.array(), sent)
  store.set(unreadAlertsAtom, countUnread(alerts.rows))
  return alerts
}

/** Id of the newest unread alert of the last minutes; null without one. @throws ApiError */
export const readNewestAlert = async ({ api }: Needs): Promise<number | null> =>
  newestAlertResponse.parse(await api.json('/api/alerts/newest')).newest

/** Marks alerts as read, at once in the list and at the bell. A failure shows them as unread again. @throws ApiError */
export async function markRead(services: Needs, userId: string, ids: readonly number[]): Promise<void> {
  const { api, queryClient, store } = services
  const { rows: alerts = [], skipped = 0 } = queryClient.getQueryData<Listed<Alert>>(alertsKey(userId)) ?? {}
  const now = new Date().toISOString()
  const show = (rows: readonly Alert[]) => {
    queryClient.setQueryData<Listed<Alert>>(alertsKey(userId), { rows, skipped })
    store.set(unreadAlertsAtom, countUnread(rows))
  }
  show(alerts.map((alert) => (ids.includes(alert.id) ? { ...alert, read_at: alert.read_at ?? now } : alert)))
  try {
    await api.json('/api/alerts/read', { body: { ids } })
  } catch (error) {
    show(alerts)
    throw error
  }
}

/** Reads the user's settings; the defaults if there are none. @throws Error */
export async function readSettings({ supabase }: Needs): Promise<AlertSettings> {
  const columns = Object.keys(alertSettingsSchema.shape).join(',')
  const rows = rowsOf(await supabase.from('alert_settings').select(columns).limit(1))
  return alertSettingsSchema.array().parse(rows)[0] ?? DEFAULT_ALERT_SETTINGS
}

/** Stores the user's settings. @throws Error */
export async function saveSettings(
  { supabase }: Needs,
  userId: string,
  settings: AlertSettings,
): Promise<void> {
  rowsOf(await supabase.from('alert_settings').upsert({ ...settings, user_id: userId }))
}

/** Reads the user's starred props, newest first. @throws Error */
export async function readStars({ supabase }: Needs): Promise<Listed<StarredProp>> {
  const sent = rowsOf(
    await supabase
      .from('starred_props')
      .select(STARRED_PROP_COLUMNS)
      .order('created_at', { ascending: false })
      .limit(100),
  )
  return parseRows(starredPropSchema.array(), sent)
}

/** Removes a star. @throws Error */
export async function removeStar(
  { supabase }: Needs,
  { game_pk, person_id, stat_type }: StarredProp,
): Promise<void> {
  rowsOf(
    await supabase
      .from('starred_props')
      .delete()
      .eq('game_pk', game_pk)
      .eq('person_id', person_id)
      .eq('stat_type', stat_type),
  )
}

/** Reads what this installation can send. @throws ApiError */
export const readChannels = async ({ api }: Needs): Promise<AlertChannels> =>
  alertChannelsResponse.parse(await api.json('/api/alerts/channels'))

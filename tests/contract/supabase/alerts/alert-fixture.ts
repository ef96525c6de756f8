import { randomBytes, randomInt } from 'node:crypto'
import type { AlertKind } from '@propsight/shared/contracts'
import type { SupabaseClient } from '@supabase/supabase-js'

export const DAY = '2026-07-18'
export const BEFORE_GAME = '2026-07-18T20:00:00Z'
export const FIRST_PITCH = '2026-07-18T23:05:00Z'

/** A user as the fixture needs one. */
interface Account {
  readonly id: string
  readonly token: string
}

export const sessionOf = ({ token }: Account): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id

export interface PropKey {
  readonly gamePk: number
  readonly personId: number
  readonly statType: string
}
export const newProp = (): PropKey => ({
  gamePk: randomInt(1, 2 ** 31 - 1),
  personId: randomInt(1, 2 ** 31 - 1),
  statType: 'Hits',
})

export const eventOf = (key: string, kind: AlertKind = 'line-moved') => ({
  key,
  kind,
  title: 'Line moved',
  body: '1.5 → 2.5',
  path: '/picks',
})

/** A change of `raise_alerts`. */
export const changeOf = (
  user: Pick<Account, 'id'>,
  prop: PropKey,
  revision: number,
  events: readonly object[],
): object => ({
  userId: user.id,
  ...prop,
  leagueDay: DAY,
  startsAt: FIRST_PITCH,
  revision,
  state: { revision },
  events,
})

/** Keys of a browser: a point of the curve and 16 random bytes have these lengths in base64url. */
export const newSubscription = (user: Account) => ({
  p_user: user.id,
  p_session: sessionOf(user),
  p_endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${randomBytes(12).toString('hex')}`,
  p_p256dh: randomBytes(65).toString('base64url'),
  p_auth: randomBytes(16).toString('base64url'),
})

const must = <T>({ data, error }: { data: T; error: { message: string } | null }): T => {
  if (error) throw new Error(error.message)
  return data
}

/** Calls a database function with the rights of the server. */
export const call = async (admin: SupabaseClient, name: string, body: object): Promise<unknown> =>
  must(await admin.rpc(name, body))

/** Creates a row of every table of alerts for a user. */
export async function createAlertRows(admin: SupabaseClient, user: Account & { client: SupabaseClient }) {
  const prop = newProp()
  must(
    await user.client.from('starred_props').insert({
      game_pk: prop.gamePk,
      person_id: prop.personId,
      stat_type: prop.statType,
      player_name: 'Mateo Villareal',
      league_day: DAY,
    }),
  )
  must(await user.client.from('alert_settings').upsert({ push: true }))
  await call(admin, 'subscribe_push', newSubscription(user))
  await call(admin, 'raise_alerts', { p_changes: [changeOf(user, prop, 0, [eventOf('a')])] })
}

import { ALERT_COLUMNS, alertSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { saveForecastAndDeletedPick } from '../pick-fixtures.ts'
import {
  BEFORE_GAME,
  call,
  changeOf,
  DAY,
  eventOf,
  FIRST_PITCH,
  newProp,
  newSubscription,
  type PropKey,
} from './alert-fixture.ts'

const RACERS = 12

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const raise = (...changes: object[]) => call(personas.admin, 'raise_alerts', { p_changes: changes })
const alertsOf = async ({ client }: User) => {
  const { data } = await client.from('alerts').select(ALERT_COLUMNS).order('id')
  return alertSchema.array().parse(data)
}
const deliveriesOf = async ({ id }: User) => {
  const { data } = await personas.admin.from('alert_deliveries').select('*').eq('user_id', id).order('id')
  return data ?? []
}
const saveSettings = ({ client }: User, settings: object) => client.from('alert_settings').upsert(settings)
const proveMailbox = ({ id }: User) =>
  personas.admin
    .from('user_profiles')
    .update({ mailbox_proven_at: new Date().toISOString() })
    .eq('user_id', id)

interface Claim {
  lease: string
  channel: string
  attempt: number
  userId: string
  address: string | null
  subscription: { endpoint: string } | null
  quiet: object | null
  alerts: { title: string }[]
  more: number
}
const claim = (channel: string, now = BEFORE_GAME, seconds = 60) =>
  call(personas.admin, 'claim_alert_deliveries', {
    p_channels: [channel],
    p_now: now,
    p_lease_seconds: seconds,
  }) as Promise<Claim | null>
const settle = (lease: string, result: string, wait = 0) =>
  call(personas.admin, 'settle_alert_deliveries', {
    p_lease: lease,
    p_result: result,
    p_error: result === 'failed' ? 'no answer' : null,
    p_wait_seconds: wait,
  })
/** Claims what other tests left, so that a test sees only its own deliveries. */
async function claimAllDue() {
  for (const channel of ['push', 'mail']) while (await claim(channel, BEFORE_GAME, 3_600)) {}
}
/** A user with push and mail, both ready, and one alert in the queue of each. */
async function userWithQueuedAlert(settings: object = {}) {
  await claimAllDue()
  const user = await personas.createUser()
  await proveMailbox(user)
  await saveSettings(user, { push: true, mail: true, ...settings })
  await call(personas.admin, 'subscribe_push', newSubscription(user))
  await raise(changeOf(user, newProp(), 0, [eventOf('a')]))
  return user
}

describe('an alert', () => {
  it('is stored once when several instances detect its event at the same time', async () => {
    const user = await personas.createUser()
    const prop = newProp()
    await raise(changeOf(user, prop, 0, []))
    for (const revision of [1, 2, 3]) {
      const change = changeOf(user, prop, revision, [eventOf(`line:${revision}`)])
      const raised = await Promise.all(Array.from({ length: RACERS }, () => raise(change)))
      expect(raised.filter((counts) => JSON.stringify(counts) !== '{}')).toEqual([{ 'line-moved': 1 }])
    }
    expect(await alertsOf(user)).toHaveLength(3)
  })

  it('is not raised by an instance that knows an older baseline', async () => {
    const user = await personas.createUser()
    const prop = newProp()
    await raise(changeOf(user, prop, 0, []))
    await raise(changeOf(user, prop, 1, [eventOf('first')]))
    expect(await raise(changeOf(user, prop, 1, [eventOf('second')]))).toEqual({})
    expect(await alertsOf(user)).toHaveLength(1)
  })

  it('is stored once for all props that it affects', async () => {
    const user = await personas.createUser()
    const changes = [newProp(), newProp()].map((prop) =>
      changeOf(user, prop, 0, [eventOf('starter:1:home:2', 'starter-changed')]),
    )
    expect(await raise(...changes)).toEqual({ 'starter-changed': 1 })
  })

  it('is stored for each user who watches the prop, and no user sees those of another one', async () => {
    const [first, second] = [await personas.createUser(), await personas.createUser()]
    const prop = newProp()
    const changes = [first, second].map((user) => changeOf(user, prop, 0, [eventOf('a')]))
    expect(await raise(...changes)).toEqual({ 'line-moved': 2 })
    expect(await alertsOf(first)).toHaveLength(1)
    expect((await alertsOf(first))[0]?.id).not.toBe((await alertsOf(second))[0]?.id)
  })

  it('is raised neither for kinds that are turned off, nor after the user stopped all alerts', async () => {
    const user = await personas.createUser()
    const prop = newProp()
    await saveSettings(user, { side_changed: false })
    const events = [eventOf('a', 'side-changed'), eventOf('b', 'line-moved')]
    expect(await raise(changeOf(user, prop, 0, events))).toEqual({ 'line-moved': 1 })
    await saveSettings(user, { stopped: true })
    expect(await raise(changeOf(user, prop, 1, [eventOf('c')]))).toEqual({})
  })

  it('is read from the start if the user wants none on the site', async () => {
    const user = await personas.createUser()
    await saveSettings(user, { in_app: false })
    await raise(changeOf(user, newProp(), 0, [eventOf('a')]))
    expect((await alertsOf(user))[0]?.read_at).not.toBeNull()
    expect(await call(personas.admin, 'newest_alerts', { p_seconds: 60 })).not.toHaveProperty([user.id])
  })

  it('is raised for no user who excluded themselves or deleted the account, and still for the other users', async () => {
    const [excluded, deleted, user] = [
      await personas.createUser(),
      await personas.createUser(),
      await personas.createUser(),
    ]
    await call(personas.admin, 'self_exclude', { p_user: excluded.id, p_days: 7 })
    await call(personas.admin, 'delete_account', { p_user: deleted.id, p_email: deleted.email })
    const changes = [excluded, deleted, user].map((each) => changeOf(each, newProp(), 0, [eventOf('a')]))
    expect(await raise(...changes)).toEqual({ 'line-moved': 1 })
    expect(await alertsOf(user)).toHaveLength(1)
  })

  it('is the newest one until it is read, which only its user can do', async () => {
    const [user, other] = [await personas.createUser(), await personas.createUser()]
    await raise(changeOf(user, newProp(), 0, [eventOf('a')]))
    const [alert] = await alertsOf(user)
    const newest = async () =>
      ((await call(personas.admin, 'newest_alerts', { p_seconds: 60 })) as Record<string, number>)[user.id]
    expect(await newest()).toBe(alert?.id)
    const read = (id: string) => call(personas.admin, 'read_alerts', { p_user: id, p_ids: [alert?.id] })
    expect([await read(other.id), await newest()]).toEqual([0, alert?.id])
    expect([await read(user.id), await newest()]).toEqual([1, undefined])
    expect(await read(user.id)).toBe(0)
  })
})

describe('a watched prop', () => {
  const star = ({ gamePk, personId, statType }: PropKey, more: object = {}) => ({
    game_pk: gamePk,
    person_id: personId,
    stat_type: statType,
    player_name: 'Mateo Villareal',
    league_day: DAY,
    ...more,
  })
  const watchesOf = async (user: User) => {
    const { watches } = (await call(personas.admin, 'alert_watches', {
      p_from: DAY,
      p_to: '2026-07-19',
      p_after: null,
      p_users: 10_000,
    })) as { watches: Record<string, unknown>[] }
    return watches.filter(({ userId }) => userId === user.id)
  }

  it('is a saved pick with its line, also if the prop is starred, until the pick is deleted', async () => {
    const user = await personas.createUser()
    await saveForecastAndDeletedPick(personas.admin, user)
    const [saved] = await watchesOf(user)
    expect(saved).toMatchObject({ isSaved: true, line: 1.5, side: 'OVER', revision: 0, state: null })
    const prop = saved as unknown as PropKey
    await user.client.from('starred_props').insert(star(prop, { line: 2.5 }))
    expect(await watchesOf(user)).toMatchObject([{ isSaved: true, line: 1.5 }])
    await user.client.from('my_picks').delete().eq('user_id', user.id)
    expect(await watchesOf(user)).toMatchObject([{ isSaved: false, line: 2.5 }])
    await user.client.from('starred_props').delete().eq('game_pk', prop.gamePk)
    expect(await watchesOf(user)).toEqual([])
  })

  it('has the baseline of the last comparison, and is not watched while all alerts are stopped', async () => {
    const user = await personas.createUser()
    const prop = newProp()
    await user.client.from('starred_props').insert(star(prop))
    await raise(changeOf(user, prop, 0, []))
    expect(await watchesOf(user)).toMatchObject([
      { ...prop, line: null, revision: 1, state: { revision: 0 } },
    ])
    await saveSettings(user, { stopped: true })
    expect(await watchesOf(user)).toEqual([])
  })

  it('can be starred at most 100 times by a user, also by parallel calls', async () => {
    const user = await personas.createUser()
    const first = newProp()
    const stars = [first, ...Array.from({ length: 98 }, newProp)].map((prop) => star(prop))
    expect((await user.client.from('starred_props').insert(stars)).error).toBeNull()
    const answers = await Promise.all(
      Array.from({ length: RACERS }, () => user.client.from('starred_props').insert(star(newProp()))),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(answers.find(({ error }) => error !== null)?.status).toBe(409)
    expect((await user.client.from('starred_props').upsert(star(first, { line: 0.5 }))).error).toBeNull()
  })
})

describe('a delivery', () => {
  it('is claimed by one sender at a time, and not again after it was sent', async () => {
    const user = await userWithQueuedAlert()
    const claims = await Promise.all(Array.from({ length: RACERS }, () => claim('mail')))
    const [own, ...more] = claims.filter((each) => each !== null)
    expect([own, more]).toMatchObject([
      { channel: 'mail', attempt: 1, userId: user.id, address: user.email, quiet: null, more: 0 },
      [],
    ])
    await settle(own?.lease ?? '', 'sent')
    expect(await claim('mail')).toBeNull()
    expect((await deliveriesOf(user)).map(({ channel, outcome }) => [channel, outcome])).toContainEqual([
      'mail',
      'sent',
    ])
  })

  it('contains all alerts that are due for its receiver, the newest 20 in full', async () => {
    const user = await userWithQueuedAlert()
    const events = Array.from({ length: 24 }, (_, index) => eventOf(`b${index}`))
    await raise(changeOf(user, newProp(), 0, events))
    const claimed = await claim('push')
    expect([claimed?.alerts.length, claimed?.more]).toEqual([20, 5])
    expect(await claim('push')).toBeNull()
  })

  it('is due again when its lease expires, and a late result of the first attempt does not postpone the second', async () => {
    await userWithQueuedAlert()
    const first = await claim('mail', BEFORE_GAME, 0)
    const second = await claim('mail')
    expect([first?.attempt, second?.attempt]).toEqual([1, 2])
    await settle(first?.lease ?? '', 'failed')
    expect(await claim('mail')).toBeNull()
    await settle(second?.lease ?? '', 'sent')
    expect(await claim('mail')).toBeNull()
  })

  it('waits longer after each failure, and until the quiet hours end', async () => {
    const user = await userWithQueuedAlert({ push: false, quiet_from: 0, quiet_to: 60, time_zone: 'UTC' })
    const claimed = await claim('mail')
    expect(claimed?.quiet).toEqual({ from: 0, to: 60, timeZone: 'UTC' })
    await settle(claimed?.lease ?? '', 'wait', 3_600)
    const [waiting] = await deliveriesOf(user)
    expect(waiting).toMatchObject({ attempts: 0, outcome: null, lease: null })
    expect(Date.parse(waiting.due_at) - Date.now()).toBeGreaterThan(3_500_000)
  })

  it.each([
    ['after the first pitch', async () => undefined, FIRST_PITCH, 'late'],
    [
      'after the user stopped all alerts',
      (user: User) => saveSettings(user, { stopped: true }),
      BEFORE_GAME,
      'off',
    ],
    [
      'after the user turned its channel off',
      (user: User) => saveSettings(user, { mail: false }),
      BEFORE_GAME,
      'off',
    ],
    [
      'after the user excluded themselves',
      (user: User) => call(personas.admin, 'self_exclude', { p_user: user.id, p_days: 1 }),
      BEFORE_GAME,
      'off',
    ],
  ])('ends unsent %s', async (_when, change, now, outcome) => {
    const user = await userWithQueuedAlert()
    await change(user)
    expect(await claim('mail', now)).toBeNull()
    const ended = (await deliveriesOf(user)).find(({ channel }) => channel === 'mail')
    expect(ended?.outcome).toBe(outcome)
  })

  it('is queued by mail for proven addresses only', async () => {
    const user = await personas.createUser()
    await saveSettings(user, { mail: true })
    await raise(changeOf(user, newProp(), 0, [eventOf('a')]))
    expect(await deliveriesOf(user)).toEqual([])
  })
})

describe('a push subscription', () => {
  const subscriptionsOf = async ({ id }: User) =>
    (await personas.admin.from('push_subscriptions').select('*').eq('user_id', id).order('created_at'))
      .data ?? []

  it('is deleted with its deliveries when the push service does not know it any more', async () => {
    const user = await userWithQueuedAlert({ mail: false })
    const claimed = await claim('push')
    await settle(claimed?.lease ?? '', 'gone')
    expect([await subscriptionsOf(user), await deliveriesOf(user)]).toEqual([[], []])
  })

  it('ends with its session: sign-out and self-exclusion', async () => {
    const user = await userWithQueuedAlert()
    expect(await subscriptionsOf(user)).toHaveLength(1)
    await user.client.auth.signOut({ scope: 'local' })
    expect(await subscriptionsOf(user)).toEqual([])
    expect(await call(personas.admin, 'subscribe_push', newSubscription(user))).toBe(false)
  })

  it('belongs to the account that used the browser last', async () => {
    const [first, second] = [await userWithQueuedAlert(), await personas.createUser()]
    const [known] = await subscriptionsOf(first)
    const body = { ...newSubscription(second), p_endpoint: known.endpoint }
    expect(await call(personas.admin, 'subscribe_push', body)).toBe(true)
    expect(await subscriptionsOf(first)).toEqual([])
    expect(await subscriptionsOf(second)).toHaveLength(1)
    expect(await claim('push')).toBeNull()
  })

  it('is one of at most ten of an account: the oldest one ends', async () => {
    const user = await personas.createUser()
    const bodies = Array.from({ length: 11 }, () => newSubscription(user))
    for (const body of bodies) await call(personas.admin, 'subscribe_push', body)
    const endpoints = (await subscriptionsOf(user)).map(({ endpoint }) => endpoint)
    expect(endpoints).toEqual(bodies.slice(1).map((body) => body.p_endpoint))
  })
})

describe.skipIf(process.env.SUPABASE_URL)('the retention of alerts', () => {
  it('deletes alerts after a week, and stars and baselines of past days', async () => {
    const user = await personas.createUser()
    const prop = newProp()
    await user.client.from('starred_props').insert({
      game_pk: prop.gamePk,
      person_id: prop.personId,
      stat_type: prop.statType,
      player_name: 'Mateo Villareal',
      league_day: '2019-07-18',
    })
    await raise(
      { ...changeOf(user, prop, 0, [eventOf('old')]), leagueDay: '2019-07-18' },
      changeOf(user, newProp(), 0, [eventOf('new')]),
    )
    const { embedded } = personas.service
    if (!embedded) throw new Error('only the embedded service can change the age of an alert')
    await embedded.sql`
      update public.alerts set created_at = now() - interval '8 days' where user_id = ${user.id} and key = 'old'`
    const forget = () => call(personas.admin, 'forget_alerts', { p_before: '2019-07-19', p_limit: 100 })
    expect(await forget()).toBe(3)
    expect(await forget()).toBe(0)
    expect(await alertsOf(user)).toHaveLength(1)
  })
})

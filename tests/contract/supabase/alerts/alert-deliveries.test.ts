import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import {
  BEFORE_GAME,
  call,
  changeOf,
  eventOf,
  FIRST_PITCH,
  newProp,
  newSubscription,
} from './alert-fixture.ts'

const RACERS = 12

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const raise = (...changes: object[]) => call(personas.admin, 'raise_alerts', { p_changes: changes })
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

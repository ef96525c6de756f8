import { ALERT_COLUMNS, alertSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { saveForecastAndDeletedPick } from '../pick-fixtures.ts'
import { call, changeOf, DAY, eventOf, newProp, type PropKey } from './alert-fixture.ts'

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
const saveSettings = ({ client }: User, settings: object) => client.from('alert_settings').upsert(settings)

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

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, openPersonas, type Personas, sessionOf, type User } from '../persona-clients.ts'
import { createExclusionCalls, messageOf, withMails } from './self-exclusion-fixture.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())
const { exclude, linkTo, openLink, proveMailbox, rows } = createExclusionCalls(() => personas)

describe('a self-exclusion', () => {
  it('can be extended but not shortened', async () => {
    const user = await personas.createUser()
    const first = await exclude(user, 30)
    expect((await exclude(user, 1)).getTime()).toBe(first.getTime())
    expect((await exclude(user, 90)).getTime()).toBeGreaterThan(first.getTime())
    for (const days of [0, -1, 1_826, null]) {
      const { status } = await personas.admin.rpc('self_exclude', { p_user: user.id, p_days: days })
      expect(status).toBe(400)
    }
  })

  it('cannot be ended by the server or the owner of the database', async () => {
    const user = await personas.createUser()
    const until = await exclude(user)
    const table = () => personas.admin.from('self_exclusions')
    expect((await table().update({ until: new Date() }).eq('user_id', user.id)).error?.code).toBe('42501')
    expect((await table().delete().eq('user_id', user.id)).error?.code).toBe('42501')
    const shorten = rows('update public.self_exclusions set until = now() where user_id = $1', [user.id])
    if (personas.service.embedded) await expect(shorten).rejects.toThrow('A self-exclusion is not shortened')
    const remove = rows('delete from public.self_exclusions where user_id = $1', [user.id])
    if (personas.service.embedded) await expect(remove).rejects.toThrow('A self-exclusion is not shortened')
    await personas.admin.rpc('purge_closed_accounts')
    const { data } = await personas.admin.rpc('excluded_until', { p_user: user.id })
    expect(new Date(data).getTime()).toBe(until.getTime())
  })

  it('ends when its time is over', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service lets time pass')
    const user = await personas.createUser()
    await exclude(user, 1)
    await personas.service.embedded.sql.begin(async (sql) => {
      // A replica's session fires no triggers: the one way to make a day pass.
      await sql.unsafe("set local session_replication_role = 'replica'")
      await sql`update public.self_exclusions set until = now() where user_id = ${user.id}`
    })
    const { email, password } = user
    sessionOf(await personas.visitor().auth.signInWithPassword({ email, password }))
    return undefined
  })

  withMails('survives the deletion of the account and blocks a new sign-up', async () => {
    const user = await personas.createUser()
    await proveMailbox(user)
    const until = await exclude(user)
    const { data } = await personas.admin.rpc('delete_account', { p_user: user.id, p_email: user.email })
    expect(data).toBe(true)
    const reservation = await personas.admin.rpc('reserve_place', {
      p_code: await personas.createCode(),
      p_email: user.email.toUpperCase(),
      p_date_of_birth: '1990-01-31',
      p_legal_version: null,
    })
    expect([reservation.status, reservation.error?.message]).toEqual([403, messageOf(until)])
    // A reservation made by another function does not help.
    expect((await personas.reserve(user.email, await personas.createCode())).error).toBeNull()
    const { email, password } = user
    const signUp = await personas.visitor().auth.signUp({ email, password })
    expect([signUp.error?.status, signUp.error?.message]).toEqual([403, messageOf(until)])
    // The answer of the embedded service does not reveal that the address is excluded.
    const mails = () => personas.service.embedded?.mails.filter(({ to }) => to === email).length
    const before = mails()
    await personas.visitor().auth.signInWithOtp({ email })
    expect(mails()).toBe(before)
    expect((await personas.admin.rpc('email_exists', { p_email: email })).data).toBe(false)
  })

  withMails(
    'covers the first and the current address of the account, which no other account can take',
    async () => {
      const user = await personas.createUser()
      const first = user.email
      const client = await proveMailbox(user)
      const email = newEmail()
      await client.auth.updateUser({ email })
      await openLink(await linkTo(email))
      await exclude(user)
      const otherUser = await personas.createUser()
      const change = (to: string) =>
        otherUser.client.auth.updateUser({ email: to, current_password: otherUser.password })
      expect((await change(email)).error).not.toBeNull()
      expect((await change(first)).error).toBeNull()
      expect((await openLink(await linkTo(first))).get('error_code')).toBe('address_refused')
    },
  )

  withMails(
    'is not disclosed about the address of a deleted account before its mailbox is proven',
    async () => {
      const user = await personas.createUser()
      await proveMailbox(user)
      await exclude(user)
      await personas.admin.rpc('delete_account', { p_user: user.id, p_email: user.email })
      const otherUser = await personas.createUser()
      const answersAbout = async (email: string) => {
        const answers = await Promise.all([
          personas.admin.rpc('email_exists', { p_email: email }),
          personas.admin.rpc('check_email_change', { p_user: otherUser.id, p_email: email }),
          personas.visitor().auth.resetPasswordForEmail(email),
          personas.visitor().auth.signInWithPassword({ email, password: user.password }),
          personas.visitor().auth.signUp({ email, password: user.password }),
        ])
        return answers.map(({ data, error }) => [data, error?.message])
      }
      expect(await answersAbout(user.email)).toEqual(await answersAbout(newEmail()))
      // Only the link in the mailbox tells them apart.
      const { email } = user
      await otherUser.client.auth.updateUser({ email, current_password: otherUser.password })
      expect((await openLink(await linkTo(email))).get('error_code')).toBe('address_refused')
    },
  )

  it('is reported by the access token hook of the hosted service', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service shows its database')
    const user = await personas.createUser()
    const otherUser = await personas.createUser()
    const until = await exclude(user)
    const callHook = async ({ id }: User) => {
      const event = JSON.stringify({ user_id: id, claims: { sub: id }, authentication_method: 'otp' })
      const [row] = await rows<{ answer: unknown }>(
        'select public.hook_custom_access_token($1::text::jsonb) as answer',
        [event],
      )
      return row?.answer
    }
    expect(await callHook(user)).toEqual({ error: { http_code: 403, message: messageOf(until) } })
    expect(await callHook(otherUser)).toEqual({ claims: { sub: otherUser.id } })
    return undefined
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, openMailLink } from '../../../support/accounts/mail-link.ts'
import { REDIRECT } from '../../../support/services/test-supabase.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { ADULT, newEmail, openPersonas, type Personas, sessionOf, type User } from '../persona-clients.ts'

const NOT_PROVEN = 'This account has not proven its mailbox yet: sign in to it once by an e-mail link'
let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const setAdmin = (email: string, granted: boolean, actor = 'admin key') =>
  personas.admin.rpc('set_admin', { p_email: email, p_granted: granted, p_actor: actor })
const isAdmin = async (id: string) => (await personas.admin.rpc('is_admin', { p_user: id })).data
const readAuditLog = async (target: string) => {
  const { data } = await personas.admin.from('admin_actions').select('*').eq('target', target).order('id')
  return data?.map(({ actor, action }) => `${actor}: ${action}`)
}

/** Requests a mail and follows its link. */
async function followLink(email: string, requestMail: () => Promise<{ error: unknown }>) {
  const mails = () => (personas.service.embedded?.mails ?? []).filter(({ to }) => to === email)
  const before = mails().length
  expect((await requestMail()).error).toBeNull()
  await waitUntil(`a mail to ${email}`, () => mails().length > before, 5_000)
  return openMailLink(personas.service.url, linkIn(mails().at(-1)?.text))
}
/** Signs in by a mailed link. The first one ends all other sessions. */
async function proveMailbox({ email }: Pick<User, 'email'>) {
  const tokens = await followLink(email, () =>
    personas.visitor().auth.signInWithOtp({ email, options: { emailRedirectTo: REDIRECT } }),
  )
  const client = personas.visitor()
  await client.auth.setSession({
    access_token: tokens.get('access_token') ?? '',
    refresh_token: tokens.get('refresh_token') ?? '',
  })
  return client
}

describe.skipIf(process.env.SUPABASE_URL)('an account that proved its mailbox', () => {
  it('can be granted the administrator role and lose it, each logged once', async () => {
    const user = await personas.createUser()
    await proveMailbox(user)
    expect((await setAdmin(user.email.toUpperCase(), true)).error).toBeNull()
    expect((await setAdmin(user.email, true)).error).toBeNull()
    expect(await isAdmin(user.id)).toBe(true)
    expect((await personas.admin.rpc('list_admins')).data).toContainEqual(
      expect.objectContaining({ userId: user.id, email: user.email }),
    )
    expect((await setAdmin(user.email, false, user.id)).error).toBeNull()
    expect(await isAdmin(user.id)).toBe(false)
    const again = await setAdmin(user.email, false)
    expect([again.status, again.error?.message]).toEqual([404, 'This account is not an administrator'])
    expect(await readAuditLog(user.id)).toEqual(['admin key: admin-grant', `${user.id}: admin-revoke`])
  })

  it('by a recovery link can be granted the administrator role', async () => {
    const user = await personas.createUser()
    await followLink(user.email, () =>
      personas.visitor().auth.resetPasswordForEmail(user.email, { redirectTo: REDIRECT }),
    )
    expect((await setAdmin(user.email, true)).error).toBeNull()
  })

  it('by a sign-up link can be granted the administrator role', async () => {
    const email = newEmail()
    await personas.reserve(email, await personas.createCode())
    await proveMailbox({ email })
    expect((await setAdmin(email, true)).error).toBeNull()
  })

  it('proves a new address only by the link sent to it, not by requesting the change', async () => {
    const user = await personas.createUser()
    const client = await proveMailbox(user)
    const email = newEmail()
    await followLink(email, () => client.auth.updateUser({ email }))
    expect((await setAdmin(user.email, true)).status).toBe(404)
    expect((await setAdmin(email, true)).error).toBeNull()
  })
})

describe.skipIf(process.env.SUPABASE_URL)('an account that becomes an administrator', () => {
  it('loses password, sessions and pending e-mail change', async () => {
    const user = await personas.createUser()
    const { email, password } = user
    const client = await proveMailbox({ email })
    const before = sessionOf(await client.auth.getSession())
    const later = sessionOf(await personas.visitor().auth.signInWithPassword({ email, password }))
    const elsewhere = newEmail()
    await client.auth.updateUser({ email: elsewhere, current_password: password })
    expect((await setAdmin(email, true)).error).toBeNull()

    const again = await personas.visitor().auth.signInWithPassword({ email, password })
    expect(again.error?.code).toBe('invalid_credentials')
    for (const session of [before, later]) {
      const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString())
      const { data } = await personas.admin.rpc('is_admin', {
        p_user: user.id,
        p_session: claims.session_id,
      })
      expect(data).toBe(false)
      const { error } = await personas.visitor().auth.refreshSession(session)
      expect(error?.status).toBe(400)
    }
    const mail = personas.service.embedded?.mails.findLast(({ to }) => to === elsewhere)
    await openMailLink(personas.service.url, linkIn(mail?.text))
    expect((await personas.admin.rpc('email_exists', { p_email: elsewhere })).data).toBe(false)

    // The owner signs in through the mailbox and sets a new password.
    await personas.visitor().auth.resetPasswordForEmail(email)
    const sent = () => personas.service.embedded?.mails.filter(({ to }) => to === email) ?? []
    await waitUntil('a second mail', () => sent().length === 2, 5_000)
    const params = await openMailLink(personas.service.url, linkIn(sent().at(-1)?.text))
    const owner = personas.visitor()
    await owner.auth.setSession({
      access_token: params.get('access_token') ?? '',
      refresh_token: params.get('refresh_token') ?? '',
    })
    expect((await owner.auth.updateUser({ password: 'of-the-owner' })).error).toBeNull()
    sessionOf(await personas.visitor().auth.signInWithPassword({ email, password: 'of-the-owner' }))
  })
})

describe('granting the administrator role', () => {
  it('is refused for an account that registered with a password and proved no mailbox', async () => {
    const user = await personas.createUser()
    expect(await isAdmin(user.id)).toBe(false)
    const refused = await setAdmin(user.email, true)
    expect([refused.status, refused.error?.message]).toEqual([409, NOT_PROVEN])
    // A link that was not followed proves nothing, whatever else the account does.
    const { email, password } = user
    await personas.visitor().auth.signInWithOtp({ email, options: { emailRedirectTo: REDIRECT } })
    sessionOf(await personas.visitor().auth.signInWithPassword({ email, password }))
    sessionOf(await user.client.auth.refreshSession())
    await personas.visitor().auth.verifyOtp({ email, token: '000000', type: 'email' })
    await user.client.auth.updateUser({ email, current_password: password })
    expect((await setAdmin(email, true)).status).toBe(409)
    const change = { password: randomUUID(), current_password: password }
    expect((await user.client.auth.updateUser(change)).error).toBeNull()
    await user.client.auth.updateUser({ data: { email_verified: true, role: 'admin' } })
    expect((await setAdmin(user.email, true)).status).toBe(409)
    expect(await isAdmin(user.id)).toBe(false)
  })

  it('is refused for an address without an account', async () => {
    const { status, error } = await setAdmin(newEmail(), true)
    expect([status, error?.message]).toEqual([404, 'There is no account with this address'])
  })

  it('is not part of a privileged reservation, which only skips the access code', async () => {
    const email = newEmail()
    await personas.admin.rpc('reserve_privileged', { p_email: email, p_date_of_birth: ADULT })
    const { user } = sessionOf(await personas.visitor().auth.signUp({ email, password: 'a-long-password' }))
    expect(await isAdmin(user.id)).toBe(false)
    expect((await setAdmin(email, true)).status).toBe(409)
    const { data } = await personas.admin.from('user_profiles').select('credits, plan').eq('user_id', user.id)
    expect(data).toEqual([{ credits: 20, plan: 'free' }])
  })
})

describe('the audit log', () => {
  const readAuditPage = async (search: string, before: number | null = null, limit = 50) => {
    const { data } = await personas.admin.rpc('admin_audit', {
      p_search: search,
      p_before: before,
      p_limit: limit,
    })
    return data as { id: number; actor: string; action: string; target: string; detail: object }[]
  }

  it('names administrators by e-mail and is paged', async () => {
    const actor = await personas.createUser()
    const code = `L-${randomUUID()}`
    const call = (name: string) => personas.admin.rpc(name, { p_code: code, p_actor: actor.id })
    await personas.admin.rpc('create_access_code', {
      p_code: code,
      p_max_uses: 1,
      p_expires_at: null,
      p_notes: null,
      p_actor: 'admin key',
    })
    await call('delete_access_code')
    await call('restore_access_code')
    expect((await readAuditPage(code)).map((entry) => [entry.actor, entry.action])).toEqual([
      [actor.email, 'code-restore'],
      [actor.email, 'code-delete'],
      ['admin key', 'code-create'],
    ])
    const [newest] = await readAuditPage(code, null, 1)
    expect((await readAuditPage(code, newest?.id ?? 0, 1)).map(({ action }) => action)).toEqual([
      'code-delete',
    ])
    expect(await readAuditPage(actor.email)).toHaveLength(2)
  })

  it('contains remote actions of administrators and of no other actors', async () => {
    const name = `r-${randomUUID().slice(0, 8)}`
    const administrator = await personas.createUser()
    for (const p_actor of ['operator', administrator.id, 'CI (token 0a1b2c3d)', 'auto']) {
      await personas.admin.rpc('create_deploy_token', {
        p_name: name,
        p_label: 'ci',
        p_days: 9,
        p_actor,
        p_hash: `${randomUUID()}${randomUUID()}`.replaceAll('-', ''),
      })
    }
    expect((await readAuditPage(name)).map(({ actor, action }) => `${actor}: ${action}`)).toEqual([
      `${administrator.email}: remote-token-create`,
      'admin key: remote-token-create',
    ])
    await personas.admin.rpc('set_developer', {
      p_email: administrator.email,
      p_granted: true,
      p_actor: administrator.id,
    })
    await personas.admin.rpc('set_developer', {
      p_email: administrator.email,
      p_granted: true,
      p_actor: administrator.id,
    })
    expect(await readAuditLog(administrator.id)).toEqual([`${administrator.id}: developer-grant`])
  })

  it('cannot be updated or deleted, not even by the server', async () => {
    const { data } = await personas.admin.from('admin_actions').select('id').limit(1).single()
    const update = await personas.admin.from('admin_actions').update({ actor: 'x' }).eq('id', data?.id)
    const deletion = await personas.admin.from('admin_actions').delete().eq('id', data?.id)
    expect([update.error?.code, deletion.error?.code]).toEqual(['42501', '42501'])
  })
})

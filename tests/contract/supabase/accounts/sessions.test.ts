import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultTemplateLink, linkIn, openMailLink } from '../../../support/accounts/mail-link.ts'
import { REDIRECT } from '../../../support/services/test-supabase.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { newEmail, openPersonas, type Personas, sessionOf, type User } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

/** The link of the newest mail to an address. Only the embedded service lets us read mails. */
async function linkTo(email: string): Promise<string> {
  const mails = personas.service.embedded?.mails ?? []
  const newest = () => mails.findLast((mail) => mail.to === email)
  await waitUntil(`a mail to ${email}`, () => newest() !== undefined, 5_000)
  return linkIn(newest()?.text)
}

/**
 * Opens the address that a project with the default templates mails.
 * @returns the address of the redirect and the parameters in its hash
 */
async function followDefaultLink(mailed: string, redirectTo: string) {
  const link = defaultTemplateLink(personas.service.url, mailed, redirectTo)
  const { headers } = await fetch(link, { redirect: 'manual' })
  const [page = '', hash = ''] = (headers.get('location') ?? '').split('#')
  return { page, params: new URLSearchParams(hash) }
}
const useLink = (mailed: string) => openMailLink(personas.service.url, mailed)

const openSession = async (params: URLSearchParams) => {
  const client = personas.visitor()
  const tokens = {
    access_token: params.get('access_token') ?? '',
    refresh_token: params.get('refresh_token') ?? '',
  }
  return { client, session: sessionOf(await client.auth.setSession(tokens)) }
}

describe('sessions', () => {
  it('have one valid token after parallel refreshes of the same token, which all succeed', async () => {
    const { client } = await personas.createUser()
    const { refresh_token } = sessionOf(
      await client.auth.getSession().then((answer) => ({ ...answer, error: null })),
    )
    const refresh = async (token: string) => {
      const answer = await personas.call('/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        body: JSON.stringify({ refresh_token: token }),
      })
      return { status: answer.status, body: (await answer.json()) as { refresh_token?: string } }
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
    const next = new Set(answers.map(({ body }) => body.refresh_token))
    expect([...next]).toHaveLength(1)
    const sql = personas.service.embedded?.sql
    if (sql) {
      const valid = await sql`select t.token from auth.refresh_tokens t join auth.refresh_tokens first
        on first.session_id = t.session_id where first.token = ${refresh_token} and not coalesce(t.revoked, false)`
      expect(valid.map(({ token }) => token)).toEqual([...next])
    }
    expect((await refresh([...next][0] ?? '')).status).toBe(200)
  })

  it('are not opened by a second sign-up with the same e-mail, which creates no account', async () => {
    const user = await personas.createUser()
    await personas.reserve(user.email, await personas.createCode())
    await personas.visitor().auth.signUp({ email: user.email, password: 'another-password' })
    const { data } = await personas.admin.from('user_profiles').select('user_id').eq('email', user.email)
    expect(data).toEqual([{ user_id: user.id }])
    const { error } = await personas
      .visitor()
      .auth.signInWithPassword({ email: user.email, password: 'another-password' })
    expect(error?.code).toBe('invalid_credentials')
  })
})

describe.skipIf(process.env.SUPABASE_URL)('e-mail links (only the embedded service shows its mails)', () => {
  it('A6 A7 sign a reserved e-mail in and redirect to the requested address', async () => {
    const email = newEmail()
    await personas.reserve(email, await personas.createCode())
    const { error } = await personas.visitor().auth.signInWithOtp({
      email,
      options: { emailRedirectTo: REDIRECT },
    })
    expect(error).toBeNull()
    const link = await linkTo(email)
    expect(new URL(link).origin).toBe(new URL(REDIRECT).origin)
    const { page, params } = await followDefaultLink(link, REDIRECT)
    expect([page, params.get('type')]).toEqual([REDIRECT, 'magiclink'])
    const { client, session } = await openSession(params)
    expect(session.user.email).toBe(email)
    expect((await client.from('user_profiles').select('credits').single()).data).toEqual({ credits: 20 })
  })

  it('work once, and never redirect to an address that is not allowed', async () => {
    const user = await personas.createUser()
    await personas.visitor().auth.signInWithOtp({
      email: user.email,
      options: { emailRedirectTo: 'http://evil.test/steal' },
    })
    const link = await linkTo(user.email)
    expect(link).not.toContain('evil.test')
    const evil = 'http://evil.test/steal'
    expect((await followDefaultLink(link, evil)).page).not.toContain('evil.test')
    const { params } = await followDefaultLink(link, REDIRECT)
    expect([params.get('access_token'), params.get('error_code')]).toEqual([null, 'otp_expired'])
    expect((await useLink(link)).get('error_code')).toBe('otp_expired')
  })
})

describe.skipIf(process.env.SUPABASE_URL)('A12 an e-mail change', () => {
  const changeEmail = async (user: User) => {
    const email = newEmail()
    const refusal = (await personas.admin.rpc('check_email_change', { p_user: user.id, p_email: email }))
      .error
    const { error } = await user.client.auth.updateUser({ email, current_password: user.password })
    expect(error).toBeNull()
    const code = (await useLink(await linkTo(email))).get('error_code')
    return { email, error: refusal?.message ?? null, code }
  }
  const readProfile = async (user: User) =>
    (await personas.admin.from('user_profiles').select('*').eq('user_id', user.id).single()).data

  it('is allowed once in 720 hours and updates the profile', async () => {
    const user = await personas.createUser()
    const first = await changeEmail(user)
    expect(first.error).toBeNull()
    expect(await readProfile(user)).toMatchObject({ email: first.email })
    expect((await readProfile(user)).last_email_change).not.toBeNull()

    const second = await changeEmail(user)
    expect([second.error, second.code]).toEqual([
      'Email can only be changed once per month',
      'email_change_limited',
    ])
    expect(await readProfile(user)).toMatchObject({ email: first.email })

    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const setLastChange = (at: string) =>
      personas.admin.from('user_profiles').update({ last_email_change: at }).eq('user_id', user.id)
    await setLastChange(ago(719))
    expect((await changeEmail(user)).error).toBe('Email can only be changed once per month')
    await setLastChange(ago(721))
    expect((await changeEmail(user)).error).toBeNull()
  })
})

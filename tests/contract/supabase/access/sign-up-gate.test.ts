import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, openPersonas, type Personas, sessionOf } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const accountExists = async (email: string) =>
  (await personas.admin.rpc('email_exists', { p_email: email })).data as unknown

describe('A4 A5 A6 C5 the sign-up gate', () => {
  it('refuses an account by a password without a reservation and gives the reason', async () => {
    const email = newEmail()
    const { error } = await personas.visitor().auth.signUp({ email, password: 'a-long-password' })
    expect(error?.message).toBe('Access code required for new accounts')
    expect(error?.status).toBeGreaterThanOrEqual(400)
    expect(error?.status).toBeLessThan(500)
    expect(await accountExists(email)).toBe(false)
  })

  it('creates no account by an e-mail link without a reservation', async () => {
    const email = newEmail()
    // The embedded service answers as for an address with an account; a hosted project gives the reason.
    await personas.visitor().auth.signInWithOtp({ email })
    expect(await accountExists(email)).toBe(false)
    expect(personas.service.embedded?.mails.some(({ to }) => to === email) ?? false).toBe(false)
  })

  const calls: [string, (email: string) => unknown][] = [
    ['/auth/v1/signup', (email) => ({ email, password: 'a-long-password' })],
    ['/auth/v1/signup', (email) => ({ email: ` ${email.toUpperCase()} `, password: 'a-long-password' })],
    ['/auth/v1/signup', (email) => ({ email, password: 'a-long-password', data: { role: 'service_role' } })],
    ['/auth/v1/signup', (email) => ({ email: [email], password: 'a-long-password' })],
    ['/auth/v1/signup', () => ({})],
    ['/auth/v1/otp', (email) => ({ email, create_user: true })],
    ['/auth/v1/otp', (email) => ({ email, create_user: 'yes' })],
    ['/auth/v1//otp', (email) => ({ email, create_user: true })],
    ['/auth/v1/magiclink', (email) => ({ email })],
    ['/auth/v1/invite', (email) => ({ email })],
    ['/auth/v1/recover', (email) => ({ email })],
    ['/auth/v1/admin/users', (email) => ({ email, password: 'a-long-password', email_confirm: true })],
    ['/auth/v1/token?grant_type=id_token', (email) => ({ provider: 'google', id_token: email })],
  ]
  it.each(calls)('creates no account by POST %s (case %#)', async (path, body) => {
    for (const token of [personas.service.publishableKey, personas.service.secretKey]) {
      const email = newEmail()
      const response = await personas.call(path, { method: 'POST', body: JSON.stringify(body(email)), token })
      expect(await response.text()).not.toContain('access_token')
      expect(await accountExists(email)).toBe(false)
    }
  })

  it('A10 admits a reserved e-mail in any letter case, with a profile of 20 credits', async () => {
    const email = newEmail()
    expect((await personas.reserve(email.toUpperCase(), await personas.createCode())).error).toBeNull()
    const client = personas.visitor()
    sessionOf(await client.auth.signUp({ email, password: 'a-long-password' }))
    const { data } = await client.from('user_profiles').select('*')
    expect(data).toMatchObject([{ email, credits: 20, plan: 'free', last_email_change: null }])
    expect(await accountExists(email.toUpperCase())).toBe(true)
  })

  it('refuses users under 21, also with a privileged e-mail', async () => {
    const email = newEmail()
    const code = await personas.createCode()
    const birthDateUnder21 = new Date(Date.now() - (21 * 365.25 - 1) * 86_400_000).toISOString().slice(0, 10)
    const message = 'You must be 21 or older to create an account'
    const { error, status } = await personas.reserve(email, code, birthDateUnder21)
    expect([status, error?.message]).toEqual([400, message])
    const privileged = (p_date_of_birth: string) =>
      personas.admin.rpc('reserve_privileged', { p_email: email, p_date_of_birth })
    expect((await privileged(birthDateUnder21)).error?.message).toBe(message)
    expect((await privileged('0001-01-01')).error?.message).toBe('Please enter your date of birth')
    expect((await privileged('1990-01-31')).error).toBeNull()
    sessionOf(await personas.visitor().auth.signUp({ email, password: 'a-long-password' }))
  })

  it('stores the age attestation and not the date of birth', async () => {
    const user = await personas.createUser()
    const { data } = await personas.admin.from('user_profiles').select('*').eq('user_id', user.id).single()
    expect(Object.keys(data)).toContain('attested_21_at')
    expect(JSON.stringify(data)).not.toContain('1990-0')
  })
})

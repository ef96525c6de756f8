import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADULT, newEmail, openPersonas, type Personas, sessionOf } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const HOME = '192.0.2.1'
const ELSEWHERE = '198.51.100.7'
const REFUSED = 'Access code required for new accounts'
const PASSWORD = 'a-long-password'
const newSecret = () => randomBytes(32).toString('base64url')

/** Reserves like the API. @returns the message of the refusal, or null */
async function reserve(code: string | null, email: string, secret: string, network = HOME) {
  const { error } = await personas.admin.rpc('reserve_place', {
    p_code: code,
    p_email: email,
    p_date_of_birth: ADULT,
    p_legal_version: null,
    p_secret: secret,
    p_network: network,
  })
  return error?.message ?? null
}
const signUp = (email: string, reservation?: string, password = PASSWORD) =>
  personas.visitor().auth.signUp({
    email,
    password,
    options: { data: reservation === undefined ? {} : { reservation } },
  })
const accountExists = async (email: string) =>
  (await personas.admin.rpc('email_exists', { p_email: email })).data as unknown

describe('A5 a reserved place', () => {
  it('is not given to a sign-up without its secret, and then to the one with it', async () => {
    const email = newEmail()
    const secret = newSecret()
    expect(await reserve(await personas.createCode(), email, secret)).toBeNull()
    for (const guess of [undefined, '', newSecret(), 'null', `${secret} `, secret.toLowerCase()]) {
      expect([guess, (await signUp(email, guess)).error?.message]).toEqual([guess, REFUSED])
    }
    // The answer of the embedded service does not reveal that the address has no account.
    await personas.visitor().auth.signInWithOtp({ email })
    expect(personas.service.embedded?.mails.filter(({ to }) => to === email) ?? []).toEqual([])
    expect(await accountExists(email)).toBe(false)
    sessionOf(await signUp(email, secret))
  })

  it('is not given to a sign-up that sends the secret in another place of the request', async () => {
    const email = newEmail()
    const secret = newSecret()
    await reserve(await personas.createCode(), email, secret)
    const bodies = [
      { email, password: PASSWORD, reservation: secret },
      { email, password: PASSWORD, data: { reservation: [secret] } },
      { email, password: PASSWORD, data: { data: { reservation: secret } } },
      { email, password: PASSWORD, options: { data: { reservation: secret } } },
      { email, password: PASSWORD, data: { 'propsight.reservation': secret } },
    ]
    for (const body of bodies) {
      const answer = await personas.call('/auth/v1/signup', { method: 'POST', body: JSON.stringify(body) })
      expect([body, answer.status]).toEqual([body, 403])
    }
  })

  it('A6 is given to a mailed link that creates the account, with its secret only', async () => {
    const email = newEmail()
    const secret = newSecret()
    await reserve(await personas.createCode(), email, secret)
    const { error } = await personas
      .visitor()
      .auth.signInWithOtp({ email, options: { data: { reservation: secret } } })
    expect(error).toBeNull()
    expect(await accountExists(email)).toBe(true)
  })

  it('cannot be replaced by a reservation of another client, with the same code or another one', async () => {
    const email = newEmail()
    const secret = newSecret()
    const code = await personas.createCode()
    expect(await reserve(code, email, secret)).toBeNull()
    // Same code, which has one place: without the secret the place is neither taken nor renewed.
    expect(await reserve(code, email, newSecret(), ELSEWHERE)).toBe('Invalid or already used access code')
    // A code of the attacker admits the attacker, and leaves the place of the owner.
    expect(await reserve(await personas.createCode(), email, newSecret(), ELSEWHERE)).toBeNull()
    sessionOf(await signUp(email, secret))
  })

  it('is renewed with its secret from any network, also with another code', async () => {
    const email = newEmail()
    const secret = newSecret()
    const code = await personas.createCode()
    expect(await reserve(code, email, secret)).toBeNull()
    expect(await reserve(code, email, secret, ELSEWHERE)).toBeNull()
    expect(await reserve(await personas.createCode(), email, secret)).toBeNull()
    // The place of the first code is free again.
    expect(await reserve(code, newEmail(), newSecret())).toBeNull()
    sessionOf(await signUp(email, secret))
  })

  it('is renewed without its secret for the same code and network only; the old secret then ends', async () => {
    const email = newEmail()
    const lost = newSecret()
    const secret = newSecret()
    const code = await personas.createCode()
    expect(await reserve(code, email, lost)).toBeNull()
    expect(await reserve(code, email, secret)).toBeNull()
    expect((await signUp(email, lost)).error?.message).toBe(REFUSED)
    sessionOf(await signUp(email, secret))
  })

  it('of a privileged address is bound to its request too', async () => {
    const email = newEmail()
    const secret = newSecret()
    expect(await reserve(null, email, secret)).toBeNull()
    expect(await reserve(null, email, newSecret(), ELSEWHERE)).toBeNull()
    expect((await signUp(email)).error?.message).toBe(REFUSED)
    sessionOf(await signUp(email, secret))
  })

  it('leaves its secret in no row, no token and no answer', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service shows its database')
    const { sql } = personas.service.embedded
    const email = newEmail()
    const secret = newSecret()
    await reserve(await personas.createCode(), email, secret)
    const answer = await signUp(email, secret)
    expect(JSON.stringify(answer.data)).not.toContain(secret)
    const claims = Buffer.from(sessionOf(answer).access_token.split('.')[1] ?? '', 'base64url').toString()
    expect(claims).toContain(email)
    expect(claims).not.toContain('reservation')
    const tables = await sql<{ name: string }[]>`select format('%I.%I', schemaname, tablename) as name
      from pg_tables where schemaname in ('public', 'auth')`
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const rows = await sql.unsafe(`select 1 from ${name} t where strpos(t::text, $1) > 0`, [secret])
      expect([name, rows.length]).toEqual([name, 0])
    }
    return undefined
  })

  it('is not given to the next sign-up on the same database connection', async (context) => {
    if (!personas.service.embedded) return context.skip('only the embedded service shares connections')
    const email = newEmail()
    const secret = newSecret()
    await reserve(await personas.createCode(), email, secret)
    // Fails after the connection got the secret, because the password is too short.
    const failed = await signUp(email, secret, 'short')
    expect(failed.error?.code).toBe('weak_password')
    const attempts = await Promise.all(Array.from({ length: 20 }, () => signUp(email)))
    expect(attempts.map(({ error }) => error?.message)).toEqual(attempts.map(() => REFUSED))
    sessionOf(await signUp(email, secret))
    return undefined
  })
})

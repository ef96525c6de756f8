import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, openPersonas, type Personas, sessionOf } from '../persona-clients.ts'

const REFUSED = 'Invalid or already used access code'
let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const usesOf = async (code: string) =>
  (await personas.admin.from('access_codes').select('uses_count').eq('code', code).single()).data?.uses_count

const signUp = async (email: string) =>
  sessionOf(await personas.visitor().auth.signUp({ email, password: 'a-long-password' })).user.id

const redeem = (user: string, code: string) =>
  personas.admin.rpc('redeem_access_code', { p_user: user, p_code: code })

describe('A5 C3 C5 access codes', () => {
  it.each([
    ['unknown', async () => 'NO-SUCH-CODE'],
    ['expired', () => personas.createCode(5, { expires_at: '2020-01-01T00:00:00Z' })],
    [
      'exhausted',
      async () => {
        const code = await personas.createCode()
        const email = newEmail()
        await personas.reserve(email, code)
        await redeem(await signUp(email), code)
        return code
      },
    ],
  ])('are refused when %s', async (_, makeCode) => {
    const { error, status } = await personas.reserve(newEmail(), await makeCode())
    expect([status, error?.message]).toEqual([400, REFUSED])
  })

  it('are the same in upper and lower case, from the reservation to the redemption', async () => {
    const code = await personas.createCode(1)
    const email = newEmail()
    expect((await personas.reserve(email, code.toLowerCase())).error).toBeNull()
    expect((await personas.reserve(newEmail(), code)).error?.message).toBe(REFUSED)
    const user = await signUp(email)
    expect((await redeem(user, code.toUpperCase())).error).toBeNull()
    expect(await usesOf(code)).toBe(1)
  })

  it('that earlier releases stored in two cases are each found by their exact name', async () => {
    const code = await personas.createCode(1)
    const other = code.toUpperCase()
    await personas.admin.from('access_codes').insert({ code: other, max_uses: 1 })
    for (const name of [code, other]) expect((await personas.reserve(newEmail(), name)).error).toBeNull()
    for (const name of [code, other])
      expect((await personas.reserve(newEmail(), name)).error?.message).toBe(REFUSED)
  })

  it('with one use give one reservation to 20 concurrent requests', async () => {
    const code = await personas.createCode(1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => personas.reserve(newEmail(), code)))
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
    for (const { error } of answers) if (error) expect(error.message).toBe(REFUSED)
  })

  it('renew the reservation of the same e-mail without taking a second place', async () => {
    const code = await personas.createCode(1)
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 6 }, () => personas.reserve(email, code)))
    expect(answers.map(({ error }) => error)).toEqual(Array(6).fill(null))
    expect((await personas.reserve(newEmail(), code)).error?.message).toBe(REFUSED)
  })

  it('free the place of an expired reservation, which no longer allows a sign-up', async () => {
    const code = await personas.createCode(1)
    const lateEmail = newEmail()
    const nextEmail = newEmail()
    await personas.reserve(lateEmail, code)
    await personas.admin
      .from('access_code_reservations')
      .update({ reserved_until: '2020-01-01T00:00:00Z' })
      .eq('email', lateEmail)
    expect((await personas.reserve(nextEmail, code)).error).toBeNull()
    const { error } = await personas.visitor().auth.signUp({ email: lateEmail, password: 'a-long-password' })
    expect(error?.message).toBe('Access code required for new accounts')
    await signUp(nextEmail)
  })

  it('count an account before it redeems, so that no code admits more accounts than it allows', async () => {
    const code = await personas.createCode(1)
    const email = newEmail()
    await personas.reserve(email, code)
    const user = await signUp(email)
    await personas.admin
      .from('access_code_reservations')
      .update({ reserved_until: '2020-01-01T00:00:00Z' })
      .eq('user_id', user)
    expect((await personas.reserve(newEmail(), code)).error?.message).toBe(REFUSED)
  })

  it('are counted once however often an account redeems them, and refused to another account', async () => {
    const code = await personas.createCode(3)
    const email = newEmail()
    await personas.reserve(email, code)
    const user = await signUp(email)
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(user, code)))
    expect(answers.map(({ data }) => data)).toEqual(Array(8).fill(true))
    expect(await usesOf(code)).toBe(1)
    const otherUser = await personas.createUser()
    expect((await redeem(otherUser.id, code)).error?.message).toBe(REFUSED)
    expect(await usesOf(code)).toBe(1)
  })

  it('are counted at the first verified sign-in when the account does not redeem them', async () => {
    const code = await personas.createCode(2)
    const email = newEmail()
    await personas.reserve(email, code)
    await signUp(email)
    sessionOf(await personas.visitor().auth.signInWithPassword({ email, password: 'a-long-password' }))
    expect(await usesOf(code)).toBe(1)
    sessionOf(await personas.visitor().auth.signInWithPassword({ email, password: 'a-long-password' }))
    expect(await usesOf(code)).toBe(1)
  })
})

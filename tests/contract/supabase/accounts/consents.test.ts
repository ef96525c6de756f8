import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADULT, newEmail, openPersonas, type Personas, sessionOf } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const reserve = async (email: string, legalVersion: string | null, code: string | null) => {
  const { error } = await personas.admin.rpc('reserve_place', {
    p_code: code,
    p_email: email,
    p_date_of_birth: ADULT,
    p_legal_version: legalVersion,
  })
  if (error) throw new Error(error.message)
}
const signUp = async (email: string) => {
  const client = personas.visitor()
  const { user } = sessionOf(await client.auth.signUp({ email, password: 'a-long-password' }))
  const { data } = await client.from('consents').select('*').order('document')
  return { client, user, consents: data ?? [] }
}

describe('consents', () => {
  it('are stored with version and time when an account is created, with or without a code', async () => {
    for (const code of [await personas.createCode(), null]) {
      const email = newEmail()
      const before = Date.now()
      await reserve(email, '2025-08-05', code)
      const reserved = Date.now()
      const { user, consents } = await signUp(email)
      expect(consents.map(({ document, version }) => [document, version])).toEqual([
        ['age-21', '1'],
        ['privacy', '2025-08-05'],
        ['terms', '2025-08-05'],
      ])
      for (const { user_id, accepted_at } of consents) {
        expect(user_id).toBe(user.id)
        // The time when the boxes were ticked, not when the mail was opened.
        expect(Date.parse(accepted_at)).toBeGreaterThanOrEqual(before - 1_000)
        expect(Date.parse(accepted_at)).toBeLessThanOrEqual(reserved + 1_000)
      }
    }
  })

  it('are taken from the last reservation of an address, and not invented when none were given', async () => {
    const email = newEmail()
    const code = await personas.createCode()
    await reserve(email, '2024-01-01', code)
    await reserve(email, '2025-08-05', code)
    expect((await signUp(email)).consents).toContainEqual(
      expect.objectContaining({ document: 'terms', version: '2025-08-05' }),
    )
    const emailWithoutVersion = newEmail()
    await reserve(emailWithoutVersion, null, await personas.createCode())
    expect((await signUp(emailWithoutVersion)).consents.map(({ document }) => document)).toEqual(['age-21'])
  })

  it('are kept when a later reservation of the same address has none', async () => {
    const email = newEmail()
    await reserve(email, '2025-08-05', await personas.createCode())
    await reserve(email, null, await personas.createCode())
    expect((await signUp(email)).consents.map(({ version }) => version)).toEqual([
      '1',
      '2025-08-05',
      '2025-08-05',
    ])
  })

  it('take no place of the code when they are refused', async () => {
    const code = await personas.createCode()
    await expect(reserve(newEmail(), '2025-13-01', code)).rejects.toThrow()
    await reserve(newEmail(), '2025-08-05', code)
  })
})

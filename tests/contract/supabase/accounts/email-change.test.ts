import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, openMailLink } from '../../../support/accounts/mail-link.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { newEmail, openPersonas, type Personas, type User } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

describe.skipIf(process.env.SUPABASE_URL)('A12 an e-mail change by direct calls', () => {
  const embedded = () => {
    if (!personas.service.embedded) throw new Error('not the embedded service')
    return personas.service.embedded
  }
  async function linkTo(email: string): Promise<string> {
    const newest = () => embedded().mails.findLast((mail) => mail.to === email)
    await waitUntil(`a mail to ${email}`, () => newest() !== undefined, 5_000)
    return linkIn(newest()?.text)
  }
  const readProfile = async (user: User) =>
    (
      await personas.admin
        .from('user_profiles')
        .select('email,last_email_change')
        .eq('user_id', user.id)
        .single()
    ).data
  /** The provider's own call, without the client library. */
  const updateUser = async (user: User, body: object) => {
    const response = await personas.call('/auth/v1/user', {
      method: 'PUT',
      token: user.token,
      body: JSON.stringify({ current_password: user.password, ...body }),
    })
    return { status: response.status, text: await response.text() }
  }

  it('that is requested twice and confirmed twice changes the address once', async () => {
    const user = await personas.createUser()
    const newEmails = [newEmail(), newEmail()]
    const links: string[] = []
    for (const email of newEmails) {
      expect((await updateUser(user, { email })).status).toBe(200)
      links.push(await linkTo(email))
    }
    await Promise.all(links.map((link) => openMailLink(personas.service.url, link)))
    const changed = await readProfile(user)
    expect(newEmails).toContain(changed?.email)
    expect(changed?.last_email_change).not.toBeNull()
    for (const link of links) await openMailLink(personas.service.url, link)
    expect(await readProfile(user)).toEqual(changed)
  })

  it('changes nothing for the rest of the month in every form of the call', async () => {
    const user = await personas.createUser()
    const first = newEmail()
    expect((await updateUser(user, { email: first })).status).toBe(200)
    await openMailLink(personas.service.url, await linkTo(first))
    const before = await readProfile(user)
    expect(before?.email).toBe(first)
    for (const more of [{}, { data: { last_email_change: null } }, { password: 'another-long-password' }]) {
      const email = newEmail()
      expect((await updateUser(user, { email: email.toUpperCase(), ...more })).status).toBe(200)
      const opened = await openMailLink(personas.service.url, await linkTo(email))
      expect(opened.get('error_code')).toBe('email_change_limited')
    }
    const forged = await user.client
      .from('user_profiles')
      .update({ last_email_change: null })
      .eq('user_id', user.id)
    expect(forged.error).not.toBeNull()
    expect(await readProfile(user)).toEqual(before)
  })
})

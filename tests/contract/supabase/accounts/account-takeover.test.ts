import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, openMailLink } from '../../../support/accounts/mail-link.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { newEmail, openPersonas, type Personas, sessionOf, type User } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

/** Only the embedded service shows its mails. */
const withMails = it.skipIf(process.env.SUPABASE_URL)

async function readMail(email: string): Promise<string> {
  const newest = () => personas.service.embedded?.mails.findLast((mail) => mail.to === email)
  await waitUntil(`a mail to ${email}`, () => newest() !== undefined, 5_000)
  return newest()?.text ?? ''
}
const signIn = async ({ email, password }: Pick<User, 'email' | 'password'>) =>
  sessionOf(await personas.visitor().auth.signInWithPassword({ email, password }))

describe('a stolen session', () => {
  it('is not ended by a metadata change, and a password change ends no session of another user', async () => {
    const user = await personas.createUser()
    const otherUser = await personas.createUser()
    const otherSession = await signIn(user)
    await user.client.auth.updateUser({ data: { password: 'another-password' } })
    expect((await personas.visitor().auth.getUser(otherSession.access_token)).error).toBeNull()
    const change = { password: 'another-password', current_password: user.password }
    expect((await user.client.auth.updateUser(change)).error).toBeNull()
    expect((await otherUser.client.auth.getUser()).error).toBeNull()
  })
})

withMails(
  'a self-exclusion does not affect a new account with an address that the user gave up',
  async () => {
    const user = await personas.createUser()
    const formerEmail = user.email
    const email = newEmail()
    await user.client.auth.updateUser({ email, current_password: user.password })
    await openMailLink(personas.service.url, linkIn(await readMail(email)))
    expect((await personas.reserve(formerEmail, await personas.createCode())).error).toBeNull()
    const password = 'a-long-password'
    sessionOf(await personas.visitor().auth.signUp({ email: formerEmail, password }))
    const { error } = await personas.admin.rpc('self_exclude', { p_user: user.id, p_days: 1_825 })
    expect(error).toBeNull()
    expect((await signIn({ email: formerEmail, password })).user.email).toBe(formerEmail)
    const signInAfterChange = await personas
      .visitor()
      .auth.signInWithPassword({ email, password: user.password })
    expect(signInAfterChange.error?.status).toBe(403)
  },
)

it.skipIf(process.env.SUPABASE_URL)('the embedded service serves none of its own pages', async () => {
  for (const path of ['/auth/v1/admin/users', '/auth/v1/studio', '/rest/v1/a/b', '/_system', '/']) {
    const answer = await personas.call(path)
    expect([path, answer.ok, answer.headers.get('content-type')?.includes('html') ?? false]).toEqual([
      path,
      false,
      false,
    ])
  }
})

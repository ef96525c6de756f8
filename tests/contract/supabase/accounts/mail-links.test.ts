import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultTemplateLink, linkIn, openMailLink } from '../../../support/accounts/mail-link.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { newEmail, openPersonas, type Personas, sessionOf } from '../persona-clients.ts'

/** Only the embedded service shows its mails. */
describe.skipIf(process.env.SUPABASE_URL)('a mail with a link and a code', () => {
  let personas: Personas
  beforeAll(async () => {
    personas = await openPersonas()
  })
  afterAll(() => personas?.close())

  async function readMail(email: string): Promise<string> {
    const newest = () => personas.service.embedded?.mails.findLast((mail) => mail.to === email)
    await waitUntil(`a mail to ${email}`, () => newest() !== undefined, 5_000)
    return newest()?.text ?? ''
  }
  const KINDS = {
    'a sign-in': async () => {
      const { email } = await personas.createUser()
      await personas.visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
      return { email, type: 'email' }
    },
    'a sign-up by link': async () => {
      const email = newEmail()
      await personas.reserve(email, await personas.createCode())
      await personas.visitor().auth.signInWithOtp({ email })
      return { email, type: 'email' }
    },
    'a recovery': async () => {
      const { email } = await personas.createUser()
      await personas.visitor().auth.resetPasswordForEmail(email)
      return { email, type: 'recovery' }
    },
    'a change of the email': async () => {
      const user = await personas.createUser()
      const email = newEmail()
      await user.client.auth.updateUser({ email, current_password: user.password })
      return { email, type: 'email_change' }
    },
  } as const
  const kinds = Object.entries(KINDS)

  it.each(kinds)(
    'F01 for %s still works after HEAD of every address of its token',
    async (_kind, request) => {
      const { email, type } = await request()
      const link = linkIn(await readMail(email))
      expect(new URL(link).searchParams.get('type')).toBe(type)
      const { url } = personas.service
      for (const address of [
        link,
        defaultTemplateLink(url, link),
        link.replace('/confirm', '/auth/v1/verify'),
      ]) {
        const { status } = await fetch(address, { method: 'HEAD', redirect: 'manual' })
        expect([404, 405]).toContain(status)
      }
      const opened = await openMailLink(url, link)
      expect(opened.get('access_token')).toEqual(expect.any(String))
      const again = await openMailLink(url, link)
      expect(again.get('error_code')).toBe('otp_expired')
    },
  )

  it.each(kinds)(
    'for %s has a code of six digits, which works once with the address',
    async (_kind, request) => {
      const { email, type } = await request()
      const code = /code(?: is)?: (\d+)\n/.exec(await readMail(email))?.[1] ?? ''
      expect(code).toMatch(/^\d{6}$/)
      const verify = (token: string, to = email) =>
        personas.visitor().auth.verifyOtp({ email: to, token, type: type as 'email' })
      const wrong = code === '000000' ? '000001' : '000000'
      expect((await verify(wrong)).error?.code).toBe('otp_expired')
      expect((await verify(code, newEmail())).error?.code).toBe('otp_expired')
      expect(sessionOf(await verify(code)).user.email).toBe(email)
      expect((await verify(code)).error?.code).toBe('otp_expired')
    },
  )

  it('F01 works with the library of a browser that did not ask for it', async () => {
    const { email } = await KINDS['a recovery']()
    const { searchParams } = new URL(linkIn(await readMail(email)))
    const answer = await personas.visitor().auth.verifyOtp({
      token_hash: searchParams.get('token_hash') ?? '',
      type: 'recovery',
    })
    expect(sessionOf(answer).user.email).toBe(email)
  })

  it.each([59, 61])('is valid for an hour: %d minutes after it was sent', async (minutes) => {
    const { email } = await KINDS['a recovery']()
    const link = linkIn(await readMail(email))
    await personas.service.embedded?.sql.unsafe(
      'update auth.users set recovery_sent_at = now() - make_interval(mins => $1) where email = $2',
      [minutes, email],
    )
    const opened = await openMailLink(personas.service.url, link)
    expect(opened.get('error_code')).toBe(minutes < 60 ? null : 'otp_expired')
  })

  it('A8 cannot be guessed: the token of a code without the signature of the link is refused', async () => {
    const { email } = await KINDS['a recovery']()
    const link = new URL(linkIn(await readMail(email)))
    const [token = ''] = (link.searchParams.get('token_hash') ?? '').split('.')
    link.searchParams.set('token_hash', token)
    expect((await openMailLink(personas.service.url, link.href)).get('error_code')).toBe('otp_expired')
  })

  it.each(['link', 'recovery', 'code'])('A6 keeps an existing password after a sign-in by %s', async (by) => {
    const { email, password } = await personas.createUser()
    const { auth } = personas.visitor()
    for (let round = 0; round < 2; round += 1) {
      await (by === 'recovery' ? auth.resetPasswordForEmail(email) : auth.signInWithOtp({ email }))
      const text = await readMail(email)
      if (by === 'code') {
        const token = /\d{6}/.exec(text)?.[0] ?? ''
        sessionOf(await auth.verifyOtp({ email, token, type: 'email' }))
      } else {
        expect((await openMailLink(personas.service.url, linkIn(text))).get('access_token')).not.toBeNull()
      }
      sessionOf(await personas.visitor().auth.signInWithPassword({ email, password }))
    }
  })
})

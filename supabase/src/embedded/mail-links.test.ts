import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createMailDriver, MAIL_TEMPLATES, prepareVerify, signMailToken } from './mail-links.ts'
import type { Mail } from './types.ts'

const SECRET = 'a secret of the mail tests'
const TOKEN = '5f'.repeat(32)
const SIGNED = signMailToken(TOKEN, SECRET)
const VERIFY = 'http://x.test/auth/v1/verify'

const sendMail = async (type: string, redirectTo: string | null = null, to = 'ada+1@example.com') => {
  const mails: Mail[] = []
  const driver = createMailDriver({
    onMail: (mail) => void mails.push(mail),
    secret: SECRET,
    redirectTo: () => redirectTo,
  })
  const html = `<p>007</p><a href="http://x.test/confirm?token_hash=${TOKEN}&amp;type=${type}&amp;email=${to}">`
  const text = `Code: 123456\n\nOr: ${VERIFY}?token=${TOKEN}&type=magiclink&redirect_to=http%3A%2F%2Fx.test`
  await driver.send({ to, subject: 'S', text, html })
  const [mail] = mails
  if (!mail) throw new Error('no mail was sent')
  return { mail, link: new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '') }
}

describe('createMailDriver', () => {
  it.each(['email', 'recovery', 'email_change'])(
    'F01 links text and HTML of a mail to the page, with a signed token of the type %s',
    async (type) => {
      const { mail, link } = await sendMail(type)
      expect(`${link.origin}${link.pathname}`).toBe('http://x.test/confirm')
      expect(Object.fromEntries(link.searchParams)).toEqual({
        token_hash: SIGNED,
        type,
        email: 'ada+1@example.com',
      })
      expect(mail.html).toContain(`href="${link.href.replaceAll('&', '&amp;')}"`)
      expect(mail.text + mail.html).not.toContain('/auth/v1/')
    },
  )

  it('links to the origin of the client that asked for the mail', async () => {
    expect((await sendMail('email', 'http://app.test/a?b=c')).link.origin).toBe('http://app.test')
  })

  it.each(Object.entries(MAIL_TEMPLATES))(
    'F01 the template %s shows the code and links to the page, never to the address that uses the token up',
    (_name, { content_path, subject }) => {
      expect(existsSync(content_path)).toBe(true)
      const html = readFileSync(content_path, 'utf8')
      expect(html).toMatch(
        /\{\{ \.SiteURL }}\/confirm\?token_hash=\{\{ \.TokenHash }}&amp;type=(email|recovery|email_change)&amp;/,
      )
      expect(html).toContain('{{ .Token }}')
      expect(html).not.toContain('ConfirmationURL')
      expect(subject.length).toBeGreaterThan(5)
    },
  )
})

describe('prepareVerify', () => {
  const post = async (json: unknown) => {
    const call = new Request(VERIFY, { method: 'POST', body: JSON.stringify(json) })
    const prepared = prepareVerify({ call, json }, SECRET)
    if (prepared instanceof Response) return { status: prepared.status, ...(await prepared.json()) }
    expect(await prepared.call.json()).toEqual(prepared.json)
    return prepared.json
  }
  const get = (query: string) => {
    const prepared = prepareVerify({ call: new Request(`${VERIFY}?${query}`), json: undefined }, SECRET)
    return prepared instanceof Response ? prepared.status : new URL(prepared.call.url).search
  }

  it('F01 refuses HEAD, which the service would answer like GET', () => {
    const call = new Request(`${VERIFY}?token=${SIGNED}&type=recovery`, { method: 'HEAD' })
    const refused = prepareVerify({ call, json: undefined }, SECRET)
    expect(refused instanceof Response && refused.status).toBe(405)
  })

  it('passes the token of a signed link, and the newer name of a type as the one that the service knows', async () => {
    expect(await post({ token_hash: SIGNED, type: 'email', gotrue_meta_security: {} })).toEqual({
      token_hash: TOKEN,
      type: 'magiclink',
      gotrue_meta_security: {},
    })
    expect(await post({ token_hash: SIGNED, type: 'recovery' })).toEqual({
      token_hash: TOKEN,
      type: 'recovery',
    })
    expect(get(`token=${SIGNED}&type=email`)).toBe(`?token=${TOKEN}&type=magiclink`)
  })

  it.each([TOKEN, `${TOKEN}.`, `${TOKEN}.${'A'.repeat(43)}`, `.${SIGNED}`, SIGNED.slice(1), `${SIGNED}A`])(
    'refuses the token %s, whose signature is wrong',
    async (token_hash) => {
      expect(await post({ token_hash, type: 'recovery' })).toMatchObject({
        status: 403,
        error_code: 'otp_expired',
      })
      expect(get(`token=${encodeURIComponent(token_hash)}&type=recovery`)).toBe('?token=none&type=recovery')
    },
  )

  it('makes the same token of an address and its code, in any case and with spaces around', async () => {
    const plain = await post({ email: 'ada@example.com', token: '123456', type: 'email' })
    expect(plain).toMatchObject({ type: 'magiclink', token_hash: expect.stringMatching(/^[\da-f]{64}$/) })
    expect(await post({ email: ' Ada@Example.com ', token: '123456 ', type: 'email' })).toEqual(plain)
  })

  it.each([
    ['ada@example.com1', '23456'],
    ['ada@example.co', 'm123456'],
    ['ada@example.com12345', '6'],
    ['ada@example.com', '1234567'],
    ['ada@example.com', '１２３４５６'],
  ])('refuses the code of %s %s, which would give the token of another address', async (email, token) => {
    expect(await post({ email, token, type: 'email' })).toMatchObject({
      status: 403,
      error_code: 'otp_expired',
    })
  })

  it('leaves other calls and unreadable bodies to the service', async () => {
    expect(await post({ type: 'email' })).toEqual({ type: 'magiclink' })
    const call = new Request('http://x.test/auth/v1/user', { method: 'HEAD' })
    expect(prepareVerify({ call, json: undefined }, SECRET)).toEqual({ call, json: undefined })
  })
})

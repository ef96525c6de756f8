import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeMailServer, startFakeMailServer } from '../../testing/fake-mail-server.ts'
import { sendMailToOperator } from './mailer.ts'

let peer: FakeMailServer
beforeAll(async () => {
  peer = await startFakeMailServer()
})
afterEach(() => {
  peer.behave('take')
  peer.mails.length = 0
})
afterAll(() => peer.close())

const envOf = (url = peer.url) => ({
  SMTP_URL: url,
  MAIL_FROM: 'app@propsight.example',
  CONTACT_TO: 'support@propsight.example',
})
const mailOf = (more: object = {}) => ({
  id: randomUUID(),
  replyTo: { name: 'Ada Lovelace', address: 'ada@example.com' },
  subject: 'Contact Us: Bug Report',
  text: 'The bars are upside down',
  writtenAt: new Date('2026-07-18T17:00:00Z'),
  ...more,
})
const send = async (more: object = {}) => {
  await sendMailToOperator(envOf(), mailOf(more))
  const [mail] = peer.mails
  if (!mail) throw new Error('nothing arrived')
  return mail
}

describe('S9 a mail to the operator', () => {
  it('is plain text from the product with the visitor as Reply-To', async () => {
    const id = randomUUID()
    const mail = await send({ id })
    expect([mail.from, mail.to]).toEqual(['app@propsight.example', ['support@propsight.example']])
    expect(mail.header('From')).toBe('Propsight <app@propsight.example>')
    expect(mail.header('To')).toBe('support@propsight.example')
    expect(mail.header('Reply-To')).toBe('Ada Lovelace <ada@example.com>')
    expect(mail.header('Subject')).toBe('Contact Us: Bug Report')
    expect(mail.header('Message-ID')).toBe(`<contact-${id}@propsight.example>`)
    expect(mail.header('Date')).toBe('Sat, 18 Jul 2026 17:00:00 +0000')
    expect(mail.header('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(mail.source).toContain('\r\n\r\nThe bars are upside down')
  })

  it.each([
    ['CRLF', 'Ada\r\nBcc: victim@example.com\r\n\r\nHello'],
    ['a bare line feed', 'Ada\nBcc: victim@example.com'],
    ['a line separator', 'Ada\u2028Bcc: victim@example.com'],
    ['a second address', 'Ada <a@example.com>, victim@example.com'],
    ['a quote', 'Ada" <victim@example.com>, "B'],
  ])('gets no extra header from a name with %s', async (_, name) => {
    const mail = await send({ replyTo: { name, address: 'ada@example.com' } })
    expect(mail.to).toEqual(['support@propsight.example'])
    expect(mail.header('Bcc')).toBeUndefined()
    expect(mail.header('Cc')).toBeUndefined()
    expect(mail.header('Reply-To')).toMatch(/<ada@example\.com>$/)
    expect(mail.source.match(/^Reply-To:/gim)).toHaveLength(1)
  })

  it('gets no extra header from the subject and is not cut by a line of the message', async () => {
    const text = 'one\r\n.\r\nQUIT\r\n\r\nBcc: victim@example.com\r\n..two'
    const mail = await send({ subject: 'A\r\nBcc: victim@example.com', text })
    expect(mail.header('Subject')).toBe('A Bcc: victim@example.com')
    expect(mail.header('Bcc')).toBeUndefined()
    expect(peer.mails).toHaveLength(1)
    expect(mail.source).toContain('\r\n..two')
    expect(mail.source).toContain('\r\n.\r\nQUIT')
  })

  it('supports any script in name and text', async () => {
    const mail = await send({
      replyTo: { name: 'Šárka 春', address: 'a@example.com' },
      text: '打率は0.300⚾',
    })
    expect(mail.header('Reply-To')).toMatch(/^=\?UTF-8\?.*<a@example\.com>$/)
    const body = mail.source.split('\r\n\r\n').slice(1).join('\r\n\r\n')
    expect(Buffer.from(body, 'base64').toString('utf8').trim()).toBe('打率は0.300⚾')
  })

  it.each([
    ['refuses', 'refuse', /Mailbox full/],
    ['disconnects in the middle of a mail', 'die', /closed|ECONNRESET|hang up/i],
  ] as const)('fails with the error of the server when the server %s', async (_, as, words) => {
    peer.behave(as)
    await expect(sendMailToOperator(envOf(), mailOf())).rejects.toThrow(words)
    expect(peer.mails).toEqual([])
  })

  it('fails within seconds when the server never sends a greeting', async () => {
    peer.behave('hang')
    await expect(sendMailToOperator(envOf(), mailOf())).rejects.toThrow(/Greeting never received/)
  })

  it('fails when the server is unreachable and when no server is configured', async () => {
    await expect(sendMailToOperator(envOf('smtp://127.0.0.1:9'), mailOf())).rejects.toThrow(/ECONNREFUSED/)
    await expect(sendMailToOperator({ ...envOf(), SMTP_URL: undefined }, mailOf())).rejects.toThrow(
      'no mail server is configured',
    )
  })

  it('sends no login over the network without TLS and keeps the password out of errors', async () => {
    const error = await sendMailToOperator(envOf(peer.url.replace('//', '//user:hunter2@')), mailOf()).catch(
      (thrown: Error) => thrown,
    )
    expect(error).toBeInstanceOf(Error)
    expect(JSON.stringify([String(error), error])).not.toContain('hunter2')
    // Reaches this machine through an address that is not known to be local.
    const elsewhere = `smtp://user:hunter2@0.0.0.0:${peer.port}`
    await expect(sendMailToOperator(envOf(elsewhere), mailOf())).rejects.toThrow(/STARTTLS|TLS/)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContactRepository } from '../repositories/contact.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { type FakeMailServer, startFakeMailServer } from '../testing/fake-mail-server.ts'
import { TEST_USER, testEnv } from '../testing/test-env.ts'
import { bearer, post, repositories, withApp } from '../testing/with-app.ts'

let peer: FakeMailServer
beforeAll(async () => {
  peer = await startFakeMailServer()
})
beforeEach(() => {
  peer.mails.length = 0
  peer.behave('take')
})
afterAll(() => peer.close())

const withMail = (more: Record<string, string> = {}) =>
  testEnv({
    SMTP_URL: peer.url,
    MAIL_FROM: 'app@propsight.example',
    CONTACT_TO: 'support@propsight.example',
    DATABASE_URL: 'postgres://u:p@127.0.0.1/db',
    ...more,
  })
const messageOf = (more: object = {}) => ({
  id: randomUUID(),
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'bug',
  message: 'It is red',
  ...more,
})
/** A repository that stores everything and records its calls. */
function storing(changes: Partial<ContactRepository> = {}) {
  const calls: [string, unknown][] = []
  const contact: ContactRepository = {
    ...fakeDeps().repositories.contact,
    async store(message) {
      calls.push(['store', message])
      return { sent: false, attempt: 1, createdAt: '2026-07-18T17:00:00Z' }
    },
    async settle(id, attempt, error) {
      calls.push(['settle', { id, attempt, error }])
    },
    ...changes,
  }
  return { calls, parts: repositories({ contact }) }
}

describe('S9 POST /api/contact', () => {
  it('answers 404 and stores nothing when no mail server is configured', async () => {
    await withApp({}, async (url) => {
      const response = await post(`${url}/api/contact`, messageOf())
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: 'No mail is set up here, so nothing was sent.' })
    })
  })

  it.each([
    ['a signed-in user', bearer, TEST_USER],
    ['a visitor', async () => ({}), null],
  ])('stores the message of %s and then sends it', async (_, headers, userId) => {
    const { calls, parts } = storing()
    const message = messageOf()
    await withApp({ ...parts, env: withMail() }, async (url) => {
      const response = await post(`${url}/api/contact`, message, await headers())
      expect(await response.json()).toEqual({ stored: true, sent: true })
    })
    expect(calls).toEqual([
      ['store', { ...message, userId }],
      ['settle', { id: message.id, attempt: 1, error: null }],
    ])
    const [mail] = peer.mails
    expect(mail?.header('Subject')).toBe('Contact Us: Bug Report')
    expect(mail?.source).toContain(`Account:  ${userId ?? 'not signed in'}\r\n`)
    expect(mail?.source).toContain('Name:     Ada\r\nE-mail:   ada@example.com\r\n')
    expect(mail?.source).toContain('\r\n\r\nIt is red\r\n')
  })

  it('puts a name with line breaks on one line of the mail', async () => {
    const { parts } = storing()
    await withApp({ ...parts, env: withMail() }, async (url) => {
      for (const mark of ['\n', '\u0085', '\u2028', '\u202e']) {
        peer.mails.length = 0
        await post(`${url}/api/contact`, { ...messageOf(), name: `Ada${mark}E-mail: boss@example.com` })
        expect(peer.mails[0]?.source).toContain('Name:     Ada E-mail: boss@example.com\r\nE-mail: ')
      }
    })
  })

  it('reports stored but not sent when the mail server refuses the mail', async () => {
    const { calls, parts } = storing()
    const message = messageOf()
    peer.behave('refuse')
    await withApp({ ...parts, env: withMail() }, async (url) => {
      const response = await post(`${url}/api/contact`, message)
      expect([response.status, await response.json()]).toEqual([200, { stored: true, sent: false }])
    })
    const error = expect.stringContaining('Mailbox full')
    expect(calls.at(-1)).toEqual(['settle', { id: message.id, attempt: 1, error }])
  })

  it('reports sent when the result cannot be recorded', async () => {
    const settle = async () => {
      throw new Error('the database is away')
    }
    await withApp({ ...storing({ settle }).parts, env: withMail() }, async (url) => {
      const response = await post(`${url}/api/contact`, messageOf())
      expect(await response.json()).toEqual({ stored: true, sent: true })
    })
  })

  it.each([true, false])('sends no second mail for a repeated call (sent before: %s)', async (sent) => {
    const store = async () => ({ sent, attempt: null, createdAt: '2026-07-18T17:00:00Z' })
    await withApp({ ...storing({ store }).parts, env: withMail() }, async (url) => {
      const response = await post(`${url}/api/contact`, messageOf())
      expect(await response.json()).toEqual({ stored: true, sent })
    })
    expect(peer.mails).toEqual([])
  })

  it.each([
    ['no id', { id: undefined }],
    ['a blank name', { name: ' \n ' }],
    ['a line break in the address', { email: 'ada@example.com\r\nBcc: b@example.com' }],
    ['two addresses', { email: 'a@example.com,b@example.com' }],
    ['an unknown subject', { subject: 'sales' }],
    ['a blank message', { message: '\n' }],
    ['a message that is too long', { message: 'a'.repeat(5_001) }],
    ['an unknown field', { bcc: 'b@example.com' }],
    ['a character that cannot be stored', { message: 'a\0b' }],
  ])('refuses a message with %s', async (_, more) => {
    const { calls, parts } = storing()
    await withApp({ ...parts, env: withMail() }, async (url) => {
      expect((await post(`${url}/api/contact`, messageOf(more))).status).toBe(400)
    })
    expect(calls).toEqual([])
  })

  it('accepts the longest message in its longest escaped form', async () => {
    const message = messageOf({ message: '\u0001'.repeat(5_000) })
    await withApp({ ...storing().parts, env: withMail() }, async (url) => {
      expect((await post(`${url}/api/contact`, message)).status).toBe(200)
    })
  })

  it('allows five messages an hour from one address', async () => {
    await withApp({ ...storing().parts, env: withMail({ RATE_LIMITS: 'on' }) }, async (url) => {
      const statuses = []
      for (let call = 0; call < 6; call += 1) {
        const { status } = await post(`${url}/api/contact`, messageOf({ email: `${call}@example.com` }))
        statuses.push(status)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    })
  })

  it('keeps five messages for the owner when other addresses use the same email address', async () => {
    const env = withMail({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
    await withApp({ ...storing().parts, env }, async (url) => {
      const write = (from: number) =>
        post(`${url}/api/contact`, messageOf({ email: 'ADA@example.com' }), {
          'x-forwarded-for': `203.0.113.${from}`,
        })
      for (let sender = 0; sender < 8; sender += 1) await write(sender)
      const answers = []
      for (let call = 0; call < 6; call += 1) answers.push(await write(99))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
      expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/)
    })
  })
})

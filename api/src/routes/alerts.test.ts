import { randomBytes, randomUUID } from 'node:crypto'
import vm from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import type { AlertsRepository } from '../repositories/alerts.ts'
import { unsubscribeLink } from '../services/alerts/deliver-alerts.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { signToken, TEST_USER, testEnv } from '../testing/test-env.ts'
import { bearer, post, repositories, withApp } from '../testing/with-app.ts'

const SESSION = randomUUID()
const PUSH = {
  WEB_PUSH_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
  WEB_PUSH_SUBJECT: 'mailto:ops@propsight.example',
}
const MAIL = {
  MAIL_FROM: 'app@propsight.example',
  CONTACT_TO: 'support@propsight.example',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/db',
}
const withSession = async () => ({ authorization: `Bearer ${await signToken({ session: SESSION })}` })
const alertsWith = (changes: Partial<AlertsRepository>) =>
  repositories({ alerts: { ...fakeDeps().repositories.alerts, ...changes } })
const subscription = (endpoint = 'https://fcm.googleapis.com/fcm/send/abc') => ({
  endpoint,
  keys: { p256dh: randomBytes(65).toString('base64url'), auth: randomBytes(16).toString('base64url') },
})

describe('GET /api/alerts/newest', () => {
  it('names the newest alert of the user only, and asks the database once for many pages', async () => {
    const newest = vi.fn(async () => new Map([[TEST_USER, 7]]))
    await withApp(alertsWith({ newest }), async (url) => {
      const ask = async (headers: Record<string, string>) =>
        (await fetch(`${url}/api/alerts/newest`, { headers })).json()
      expect(await ask(await bearer())).toEqual({ newest: 7 })
      const other = await signToken({ sub: randomUUID() })
      expect(await ask({ authorization: `Bearer ${other}` })).toEqual({ newest: null })
      await Promise.all(Array.from({ length: 20 }, async () => ask(await bearer())))
      expect(newest).toHaveBeenCalledTimes(1)
    })
  })

  it('is answered to nobody without a session', async () => {
    await withApp({}, async (url) => {
      const response = await fetch(`${url}/api/alerts/newest`)
      expect([response.status, response.headers.get('cache-control')]).toEqual([401, 'no-store'])
    })
  })
})

describe('POST /api/alerts/read', () => {
  it('marks alerts of the user', async () => {
    const read = vi.fn(async () => 2)
    await withApp(alertsWith({ read }), async (url) => {
      expect((await post(`${url}/api/alerts/read`, { ids: [1, 2] }, await bearer())).status).toBe(204)
      expect(read).toHaveBeenCalledWith(TEST_USER, [1, 2])
      expect((await post(`${url}/api/alerts/read`, { ids: [] }, await bearer())).status).toBe(400)
    })
  })
})

describe('GET /api/alerts/channels', () => {
  const channelsWith = async (env: Record<string, string>, mailboxProven: boolean) => {
    const rights = {
      ...fakeDeps().repositories.rights,
      read: async () => ({ limit: null, used: 0, pending: null, consents: [], mailboxProven }),
    }
    let answer: unknown
    await withApp({ ...repositories({ rights }), env: testEnv(env) }, async (url) => {
      answer = await (await fetch(`${url}/api/alerts/channels`, { headers: await bearer() })).json()
    })
    return answer
  }
  it('names what the installation can send, and whether the address is proven', async () => {
    expect(await channelsWith({}, true)).toEqual({ push: null, mail: 'unavailable' })
    const all = { ...PUSH, ...MAIL, SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://propsight.example' }
    expect(await channelsWith(all, false)).toEqual({
      push: expect.stringMatching(/^B[\w-]{86}$/),
      mail: 'unproven',
    })
    expect(await channelsWith(all, true)).toMatchObject({ mail: 'ready' })
  })
})

describe('POST /api/alerts/push', () => {
  const subscribe = vi.fn(async () => true)
  const parts = alertsWith({ subscribe })

  it('stores the subscription for the session', async () => {
    await withApp({ ...parts, env: testEnv(PUSH) }, async (url) => {
      const { endpoint, keys } = subscription()
      expect((await post(`${url}/api/alerts/push`, { endpoint, keys }, await withSession())).status).toBe(204)
      expect(subscribe).toHaveBeenCalledWith({ userId: TEST_USER, sessionId: SESSION, endpoint, ...keys })
    })
  })

  it.each([
    ['another server', 'https://example.com/push'],
    ['a service of this machine', 'http://127.0.0.1:5432/'],
    ['the metadata service of a cloud', 'http://169.254.169.254/latest/meta-data'],
  ])('refuses an endpoint at %s', async (_what, endpoint) => {
    subscribe.mockClear()
    await withApp({ ...parts, env: testEnv(PUSH) }, async (url) => {
      const response = await post(`${url}/api/alerts/push`, subscription(endpoint), await withSession())
      expect(response.status).toBe(400)
      expect(subscribe).not.toHaveBeenCalled()
    })
  })

  it('answers 404 where push is not set up, and 401 for a session that has ended', async () => {
    await withApp(parts, async (url) => {
      expect((await post(`${url}/api/alerts/push`, subscription(), await withSession())).status).toBe(404)
    })
    const ended = alertsWith({ subscribe: async () => false })
    await withApp({ ...ended, env: testEnv(PUSH) }, async (url) => {
      expect((await post(`${url}/api/alerts/push`, subscription(), await withSession())).status).toBe(401)
      expect((await post(`${url}/api/alerts/push`, subscription(), await bearer())).status).toBe(401)
    })
  })
})

describe('/api/alerts/unsubscribe', () => {
  const stopMail = vi.fn(async () => true)
  const linkFor = (url: string, user = TEST_USER) => {
    const { pathname, search } = new URL(
      unsubscribeLink({ env: testEnv({ PUBLIC_URL: 'https://propsight.example' }) }, user),
    )
    return `${url}${pathname}${search}`
  }

  it('asks when the link is opened, and turns mails off by its button or by a mail program, without a session', async () => {
    await withApp(alertsWith({ stopMail }), async (url) => {
      const asked = await fetch(linkFor(url))
      expect(await asked.text()).toContain('Turn off alert mails?')
      expect(asked.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect(stopMail).not.toHaveBeenCalled()
      const body = 'List-Unsubscribe=One-Click'
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const done = await fetch(linkFor(url), { method: 'POST', headers, body })
      expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Alert mails are off')])
      expect(stopMail).toHaveBeenCalledWith(TEST_USER)
    })
  })

  it('refuses a link of another user, and one without a signature', async () => {
    stopMail.mockClear()
    await withApp(alertsWith({ stopMail }), async (url) => {
      const forged = new URL(linkFor(url))
      forged.searchParams.set('user', randomUUID())
      expect((await fetch(forged, { method: 'POST' })).status).toBe(404)
      expect(
        (await fetch(`${url}/api/alerts/unsubscribe?user=${TEST_USER}`, { method: 'POST' })).status,
      ).toBe(400)
      expect(stopMail).not.toHaveBeenCalled()
    })
  })
})

describe('GET /push-worker.js', () => {
  it('is a script of the page’s own origin that the content security policy allows as a worker', async () => {
    await withApp({}, async (url) => {
      const response = await fetch(`${url}/push-worker.js`)
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toContain(`worker-src ${url}/push-worker.js `)
    })
  })

  it('shows pushes, and opens pages of this site only', async () => {
    let source = ''
    await withApp({}, async (url) => {
      source = await (await fetch(`${url}/push-worker.js`)).text()
    })
    const listeners: Record<string, (event: object) => void> = {}
    const showNotification = vi.fn()
    const openWindow = vi.fn()
    const self = {
      location: { origin: 'https://propsight.example' },
      addEventListener: (name: string, listener: (event: object) => void) => {
        listeners[name] = listener
      },
      registration: { showNotification },
      clients: { openWindow },
    }
    vm.runInNewContext(source, { self, URL })
    const push = (data: unknown) =>
      listeners.push?.({ data: { json: () => data }, waitUntil: () => undefined })
    push({ title: 'Line moved', body: '1.5 → 2.5', tag: 't', path: '/picks' })
    expect(showNotification).toHaveBeenCalledWith('Line moved', {
      body: '1.5 → 2.5',
      tag: 't',
      data: { path: '/picks' },
    })
    for (const path of ['https://evil.example/', '//evil.example', 7]) push({ path })
    expect(showNotification.mock.calls.slice(1).map(([title, { data }]) => [title, data.path])).toEqual([
      ['Propsight', '/'],
      ['Propsight', '/'],
      ['Propsight', '/'],
    ])
    const close = vi.fn()
    listeners.notificationclick?.({
      notification: { close, data: { path: '/scanner?day=1' } },
      waitUntil: () => undefined,
    })
    expect([openWindow.mock.calls, close.mock.calls.length]).toEqual([[['/scanner?day=1']], 1])
  })
})

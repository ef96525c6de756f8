import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readEnvironment } from '../../platform/config/env.ts'
import { testVariables } from '../../testing/test-env.ts'
import { isPushEndpoint, pushPublicKey, sendPush } from './push-service.ts'

const NOW = new Date('2026-07-18T20:00:00Z')
const FIRST_PITCH = '2026-07-18T23:05:00Z'
const ALERT = {
  id: 7,
  kind: 'line-moved' as const,
  title: 'Mateo Villareal: Hits line 1.5 → 2.5',
  body: 'The books’ chance of over 1.5, without their margin: 52% → 41%.',
  path: '/picks',
  startsAt: FIRST_PITCH,
  createdAt: '2026-07-18T20:00:00Z',
}

interface Received {
  path: string | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}
let service: Server
let origin: string
let received: Received[] = []
let answer: { status: number; headers?: Record<string, string> } = { status: 201 }

/** A push service on loopback. */
beforeAll(async () => {
  service = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    received.push({ path: request.url, headers: request.headers, body: Buffer.concat(parts) })
    response.writeHead(answer.status, answer.headers).end()
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterEach(() => {
  received = []
  answer = { status: 201 }
})
afterAll(() => {
  service.close()
  service.closeAllConnections()
})

const key = createECDH('prime256v1')
key.generateKeys()
const KEY_BYTES = 32
const envOf = (more: Record<string, string> = {}) =>
  readEnvironment({
    ...testVariables,
    EMBEDDED_DATABASE_URL: 'postgres://127.0.0.1/none',
    BUNDLES_DIR: '/tmp/none',
    // Node omits leading zeros.
    WEB_PUSH_PRIVATE_KEY: Buffer.concat([
      Buffer.alloc(KEY_BYTES - key.getPrivateKey().length),
      key.getPrivateKey(),
    ]).toString('base64url'),
    WEB_PUSH_SUBJECT: 'mailto:ops@propsight.example',
    ...more,
  })

/** A browser with its keys, which can decrypt what it receives. */
function newBrowser(endpoint: string) {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    own,
    auth,
    subscription: {
      id: '00000000-0000-4000-8000-000000000001',
      endpoint,
      p256dh: own.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
  }
}
/** Decrypts a message of one record: RFC 8188 with the keys of RFC 8291. */
function decrypt(message: Buffer, { own, auth }: ReturnType<typeof newBrowser>): string {
  const salt = message.subarray(0, 16)
  const keyLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + keyLength)
  const sealed = message.subarray(21 + keyLength)
  const derive = (input: Buffer, salted: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salted, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const input = derive(own.computeSecret(sender), auth, info, 32)
  const contentKey = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

const send = (endpoint = `${origin}/wpush/1`, more = 0, env = envOf({ WEB_PUSH_ORIGINS: origin })) => {
  const browser = newBrowser(endpoint)
  return {
    browser,
    outcome: sendPush(env, { subscription: browser.subscription, alerts: [ALERT], more }, NOW),
  }
}

describe('sendPush', () => {
  it('sends a message that only the browser can read, until the first pitch and at most once', async () => {
    const { browser, outcome } = send()
    expect(await outcome).toEqual({ result: 'sent' })
    const [push] = received
    expect(push?.path).toBe('/wpush/1')
    expect(push?.headers).toMatchObject({
      ttl: String(3 * 3_600 + 5 * 60),
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
    })
    expect(push?.headers.topic).toMatch(/^[\w-]{32}$/)
    expect(JSON.parse(decrypt(push?.body ?? Buffer.alloc(0), browser))).toEqual({
      title: ALERT.title,
      body: ALERT.body,
      path: '/picks',
      tag: push?.headers.topic,
    })
    expect(push?.body.includes('Villareal')).toBe(false)
  })

  it('is signed for the push service with the key that browsers subscribe with', async () => {
    await send().outcome
    const [, token = '', publicKey] =
      /^vapid t=([^,]+), k=(.+)$/.exec(received[0]?.headers.authorization ?? '') ?? []
    expect(decodeJwt(token)).toMatchObject({ aud: origin, sub: 'mailto:ops@propsight.example' })
    expect(publicKey).toBe(pushPublicKey(envOf()))
  })

  it('has the same topic in every attempt, so that a repeated push replaces the first', async () => {
    await send().outcome
    await send().outcome
    expect(new Set(received.map(({ headers }) => headers.topic)).size).toBe(1)
  })

  it.each([
    [404, { result: 'gone' }],
    [410, { result: 'gone' }],
    [429, { result: 'failed', error: 'the push service answered 429' }],
    [503, { result: 'failed', error: 'the push service answered 503' }],
  ])('reports the answer %i of the push service', async (status, outcome) => {
    answer = { status }
    expect(await send().outcome).toEqual(outcome)
  })

  it('follows no redirect', async () => {
    answer = { status: 307, headers: { location: `${origin}/internal` } }
    expect(await send().outcome).toEqual({ result: 'failed', error: 'the push service answered 307' })
    expect(received.map(({ path }) => path)).toEqual(['/wpush/1'])
  })

  it('sends nothing to an endpoint that is not allowed (any more)', async () => {
    expect(await send(undefined, 0, envOf()).outcome).toEqual({ result: 'gone' })
    expect(received).toEqual([])
  })

  it('fails while no push service answers', async () => {
    const refused = 'http://127.0.0.1:9'
    const { outcome } = send(`${refused}/1`, 0, envOf({ WEB_PUSH_ORIGINS: refused }))
    expect(await outcome).toMatchObject({ result: 'failed' })
  })
})

describe('isPushEndpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('accepts %s', (endpoint) => expect(isPushEndpoint(envOf(), endpoint)).toBe(true))

  it.each([
    ['plain HTTP', 'http://fcm.googleapis.com/fcm/send/abc'],
    ['another port', 'https://fcm.googleapis.com:8443/fcm/send/abc'],
    ['a login', 'https://user:pass@fcm.googleapis.com/fcm/send/abc'],
    ['another host', 'https://example.com/fcm.googleapis.com'],
    ['a host that ends alike', 'https://evilpush.apple.com/abc'],
    ['a host that begins alike', 'https://fcm.googleapis.com.example.com/abc'],
    ['an address of this machine', 'https://127.0.0.1/abc'],
    ['a name in a fragment', 'https://example.com/#@web.push.apple.com'],
    ['no address', 'nonsense'],
    ['a bare parent domain', 'https://notify.windows.com/abc'],
  ])('refuses %s', (_what, endpoint) => expect(isPushEndpoint(envOf(), endpoint)).toBe(false))

  it('accepts only the origins of WEB_PUSH_ORIGINS where these are set', () => {
    const env = envOf({ WEB_PUSH_ORIGINS: 'https://push.internal.example' })
    expect(isPushEndpoint(env, 'https://push.internal.example/1')).toBe(true)
    expect(isPushEndpoint(env, 'https://fcm.googleapis.com/fcm/send/abc')).toBe(false)
  })
})

it.each([
  ['WEB_PUSH_PRIVATE_KEY', { WEB_PUSH_PRIVATE_KEY: 'short' }],
  ['WEB_PUSH_PRIVATE_KEY', { WEB_PUSH_PRIVATE_KEY: 'A'.repeat(43) }],
  ['WEB_PUSH_SUBJECT', { WEB_PUSH_SUBJECT: '' }],
  ['WEB_PUSH_SUBJECT', { WEB_PUSH_SUBJECT: 'ops' }],
  ['WEB_PUSH_ORIGINS', { WEB_PUSH_ORIGINS: 'https://push.example/path' }],
])('an invalid %s stops the start: %o', (variable, value) => {
  expect(() => envOf(value)).toThrow(variable)
})

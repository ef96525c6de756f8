import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signToken, TEST_JWT_SECRET, TEST_USER } from '../testing/test-env.ts'
import { createTokenVerifier } from './token-verifier.ts'

let server: Server
let supabaseUrl: string
let keys: { privateKey: CryptoKey; publicKey: CryptoKey }
let keySetReads = 0
let discovery: object = {}
/** The public keys that the project lists. */
let listed: object[] = []

const publish = async (kid: string, key: CryptoKey) => ({
  ...(await exportJWK(key)),
  ...{ kid, alg: 'ES256', use: 'sig' },
})

beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true })
  listed = [await publish('k1', keys.publicKey)]
  server = createServer((req, res) => {
    if (req.url?.endsWith('/openid-configuration')) {
      res.setHeader('content-type', 'application/json').end(JSON.stringify(discovery))
      return
    }
    keySetReads += 1
    res.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: listed }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  supabaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const hosted = (
  more: { issuer?: string; audience?: string; key?: CryptoKey; kid?: string; expires?: number } = {},
) =>
  new SignJWT({ email: 'pat@example.com', role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: more.kid ?? 'k1' })
    .setSubject(TEST_USER)
    .setIssuer(more.issuer ?? `${supabaseUrl}/auth/v1`)
    .setAudience(more.audience ?? 'authenticated')
    .setExpirationTime(more.expires ?? Math.floor(Date.now() / 1000) + 3600)
    .sign(more.key ?? keys.privateKey)

const secret = new TextEncoder().encode(TEST_JWT_SECRET)
const shared = () =>
  new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(TEST_USER)
    .setAudience('authenticated')

const refused = { status: 401, code: 'UNAUTHORIZED' }
const unsigned = (header: object, payload: object) =>
  `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

describe('token verifier', () => {
  const verifier = () => createTokenVerifier({ supabaseUrl, jwtSecret: TEST_JWT_SECRET })

  it('accepts an ES256 token of the project and reads the key set once', async () => {
    const tokens = verifier()
    const token = await hosted()
    const before = keySetReads
    const user = { id: TEST_USER, email: 'pat@example.com' }
    expect(await tokens.verify(token)).toEqual(user)
    expect(await tokens.verify(token)).toEqual(user)
    expect(keySetReads).toBe(before + 1)
  })

  it('accepts the issuer of the discovery document, which differs behind a proxy, and no other', async () => {
    const issuer = 'https://project.example/auth/v1'
    const tokens = verifier()
    await expect(tokens.verify(await hosted({ issuer }))).rejects.toMatchObject(refused)
    discovery = { issuer }
    expect(await tokens.verify(await hosted({ issuer }))).toMatchObject({ id: TEST_USER })
    expect(await tokens.verify(await hosted())).toMatchObject({ id: TEST_USER })
    const evil = 'https://evil.example/auth/v1'
    await expect(tokens.verify(await hosted({ issuer: evil }))).rejects.toMatchObject(refused)
    await expect(
      tokens.verify(await hosted({ issuer, key: (await generateKeyPair('ES256')).privateKey })),
    ).rejects.toMatchObject(refused)
    discovery = {}
  })

  it('accepts both keys while the project rotates its signing key, and refuses the revoked one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const next = await generateKeyPair('ES256', { extractable: true })
    const [first = {}] = listed
    try {
      const tokens = verifier()
      const user = { id: TEST_USER }
      expect(await tokens.verify(await hosted())).toMatchObject(user)
      listed = [first, await publish('k2', next.publicKey)]
      // The key set is read again for an unknown key, at most every 30 seconds.
      vi.setSystemTime(Date.now() + 31_000)
      expect(await tokens.verify(await hosted({ key: next.privateKey, kid: 'k2' }))).toMatchObject(user)
      expect(
        await tokens.verify(await hosted({ expires: Math.floor(Date.now() / 1_000) + 7_200 })),
      ).toMatchObject(user)
      listed = listed.slice(1)
      vi.setSystemTime(Date.now() + 11 * 60_000)
      await expect(tokens.verify(await hosted())).rejects.toMatchObject(refused)
      expect(await tokens.verify(await hosted({ key: next.privateKey, kid: 'k2' }))).toMatchObject(user)
    } finally {
      listed = [first]
      vi.useRealTimers()
    }
  })

  it('accepts HS256 only when the secret is configured', async () => {
    const token = await signToken()
    expect(await verifier().verify(token)).toEqual({ id: TEST_USER, email: 'pat@example.com' })
    await expect(createTokenVerifier({ supabaseUrl }).verify(token)).rejects.toMatchObject(refused)
  })

  it.each([
    ['a forged signature', async () => signToken({ secret: 'another secret of at least 32 characters' })],
    ['an expired token', async () => signToken({ expiresIn: '-1m' })],
    ['no expiry and our secret', async () => shared().sign(secret)],
    [
      'another issuer and our secret',
      async () => shared().setExpirationTime('1h').setIssuer('https://evil.example/auth/v1').sign(secret),
    ],
    ['another audience', async () => signToken({ audience: 'anon' })],
    ['a subject that is not a user id', async () => signToken({ sub: 'service' })],
    ['another issuer', async () => hosted({ issuer: 'https://evil.example/auth/v1' })],
    ['another key', async () => hosted({ key: (await generateKeyPair('ES256')).privateKey })],
    [
      'no algorithm at all',
      async () => unsigned({ alg: 'none' }, { sub: TEST_USER, aud: 'authenticated', exp: 9e9 }),
    ],
    ['HS256 signed with the public key', async () => signToken({ secret: await exportSPKI(keys.publicKey) })],
    ['plain text', async () => 'not-a-token'],
    ['an oversized token', async () => `${'a'.repeat(9_000)}.b.c`],
  ])('refuses %s', async (_what, make) => {
    await expect(verifier().verify(await make())).rejects.toMatchObject(refused)
  })

  it('refuses a cached token after it expires', async () => {
    let now = new Date()
    const tokens = createTokenVerifier({ supabaseUrl, jwtSecret: TEST_JWT_SECRET, now: () => now })
    const token = await signToken({ expiresIn: '1h' })
    await tokens.verify(token)
    now = new Date(now.getTime() + 3_601_000)
    await expect(tokens.verify(token)).rejects.toMatchObject(refused)
  })

  it('reports 503 instead of 401 when the sign-in service is unreachable', async () => {
    const tokens = createTokenVerifier({ supabaseUrl: 'http://127.0.0.1:9' })
    await expect(tokens.verify(await hosted())).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  })
})

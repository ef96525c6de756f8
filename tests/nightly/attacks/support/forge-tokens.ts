import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { TEST_JWT_SECRET } from '@propsight/api/testing'

const OTHER_SECRET = 'the secret of another project, as long as ours'
const DAY_SECONDS = 86_400

type Claims = Record<string, unknown>

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Signs a token by hand, including headers and claims that a library would reject. */
export function forge(
  header: Claims,
  claims: Claims,
  secret: string | Buffer = TEST_JWT_SECRET,
  hash = 'sha256',
): string {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}

const unsigned = (alg: string, claims: Claims, signature = '') =>
  `${encode({ alg, typ: 'JWT' })}.${encode(claims)}.${signature}`

/**
 * Forged tokens, by description, with the claims of a valid one. Every part of the product must refuse them.
 */
export function forgeries(good: string): Record<string, string> {
  const claims = claimsOf(good)
  const now = Math.floor(Date.now() / 1000)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const hs256 = { alg: 'HS256', typ: 'JWT' }
  const rs256 = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  const [head, body, signature = ''] = good.split('.')
  return {
    'no algorithm': unsigned('none', claims),
    'no algorithm, capitals': unsigned('nOnE', claims),
    'no algorithm, our signature': unsigned('none', claims, signature),
    'no signature': `${head}.${body}.`,
    'another body under our signature': `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
    'another project’s secret': forge(hs256, claims, OTHER_SECRET),
    'an empty secret': forge(hs256, claims, ''),
    'our secret by another hash': forge({ alg: 'HS512' }, claims, TEST_JWT_SECRET, 'sha512'),
    'RS256 by a key of the attacker': `${rs256}.${createSign('sha256').update(rs256).sign(privateKey, 'base64url')}`,
    'HS256 by a public key': forge(hs256, claims, publicKey.export({ type: 'spki', format: 'pem' })),
    'a key that is a path': forge({ ...hs256, kid: '../../../../dev/null' }, claims, ''),
    'a key embedded in the token': forge({ ...hs256, jwk: { kty: 'oct', k: 'AAAA' } }, claims, '\0\0\0'),
    'a key set served by the attacker': forge(
      { ...hs256, jku: 'https://evil.test/jwks.json' },
      claims,
      OTHER_SECRET,
    ),
    'an unknown critical header': forge({ ...hs256, crit: ['x'], x: 1 }, claims),
    'an expired token': forge(hs256, { ...claims, exp: now - 60 }),
    'a token that is not valid yet': forge(hs256, { ...claims, nbf: now + DAY_SECONDS }),
    'the server’s role by another secret': forge(hs256, { ...claims, role: 'service_role' }, OTHER_SECRET),
    'two tokens in one': `${good}.${signature}`,
    'no token': 'a.b.c',
  }
}

/**
 * Tokens with a valid signature but invalid claims, by description, as after a leak of the signing secret.
 */
export function invalidClaims(good: string): Record<string, string> {
  const claims = claimsOf(good)
  const hs256 = { alg: 'HS256', typ: 'JWT' }
  const { exp: _exp, ...withoutExpiry } = claims
  return {
    'another audience': forge(hs256, { ...claims, aud: 'another' }),
    'another issuer': forge(hs256, { ...claims, iss: 'https://other.supabase.co/auth/v1' }),
    'no expiry': forge(hs256, withoutExpiry),
    'the server’s role': forge(hs256, { ...claims, role: 'service_role' }),
    'a user who does not exist': forge(hs256, { ...claims, sub: '01a20213-5024-70c9-8443-6ef67ad04299' }),
    'a session that does not exist': forge(hs256, {
      ...claims,
      session_id: '01a20213-51c2-747e-ac86-26fb19b00926',
    }),
    'no user': forge(hs256, { ...claims, sub: undefined }),
    'a user id that is not a UUID': forge(hs256, { ...claims, sub: "' or 1=1 --" }),
  }
}

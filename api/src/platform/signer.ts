import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares two secrets in constant time, so that the duration reveals nothing about a partial match. */
export const secretsEqual = (actual: string, expected: string): boolean =>
  timingSafeEqual(digest(actual), digest(expected))

const KEY_BYTES = 32

export interface Signer {
  /** HMAC-SHA256 of the text, base64url. */
  sign(text: string): string
  /** Whether the signature of the text is valid. Takes the same time for every invalid signature. */
  verifies(text: string, signature: string): boolean
}

/**
 * Signs values that browsers send back later. All instances with the same secret derive the same key.
 * @param secret secret of the server
 * @param purpose derives a separate key per use (HKDF, RFC 5869), so that a signature is valid for one use
 *   only
 */
export function createSigner(secret: string, purpose: string): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'propsight', purpose, KEY_BYTES))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return { sign, verifies: (text, signature) => secretsEqual(signature, sign(text)) }
}

import { createHmac, hkdfSync } from 'node:crypto'
import { sameSecret } from './same-secret.ts'

const KEY_BYTES = 32

export interface Signer {
  /** HMAC-SHA256 of the text, base64url. */
  sign(text: string): string
  /** Whether this is our signature of the text; takes as long for every wrong one. */
  verifies(text: string, signature: string): boolean
}

/**
 * Signs what goes out to browsers and comes back. Every instance with the same secret makes the same key.
 * @param secret of the server
 * @param purpose gives each use a key of its own (HKDF, RFC 5869), so that one signature is never good for another
 */
export function createSigner(secret: string, purpose: string): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'propsight', purpose, KEY_BYTES))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return { sign, verifies: (text, signature) => sameSecret(signature, sign(text)) }
}

import { overrideBody } from '@propsight/shared/contracts'
import * as z from 'zod'
import { createSigner } from '../../platform/signer.ts'

const OVERRIDE_SECONDS = 12 * 3_600

const claims = overrideBody.extend({ visitor: z.uuid(), user: z.uuid(), expires: z.int() })

/** A developer's dev server that replaces one remote in one browser. */
export interface Override {
  name: string
  /** Loopback origin without a trailing slash. */
  url: string
}

export interface Overrides {
  /** The signed cookie value. Valid for twelve hours. */
  seal(override: Override & { visitor: string; user: string }): string
  /**
   * The override of this visitor; null if it is forged, expired, of another visitor or not a loopback
   * address.
   */
  open(sealed: string, visitor: string): Override | null
}

/** @param secret secret of the server, the same on every instance */
export function createOverrides({
  secret,
  now = Date.now,
}: {
  secret: string
  now?: () => number
}): Overrides {
  const signer = createSigner(secret, 'override 1')
  return {
    seal(override) {
      const expires = now() + OVERRIDE_SECONDS * 1000
      const body = Buffer.from(JSON.stringify({ ...override, expires })).toString('base64url')
      return `${body}.${signer.sign(body)}`
    },
    open(sealed, visitor) {
      const [body = '', signature = '', ...more] = sealed.split('.')
      if (more.length > 0 || !signer.verifies(body, signature)) return null
      // Parsed despite the valid signature: an older release may have signed values that are not allowed any
      // more.
      const parsed = claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
      if (!parsed.success || parsed.data.visitor !== visitor || parsed.data.expires <= now()) return null
      return { name: parsed.data.name, url: originOf(parsed.data.url) }
    },
  }
}

/**
 * A content security policy cannot name an IPv6 address (Chromium ignores it); `localhost` resolves to it as
 * well.
 */
const nameable = (origin: string) => origin.replace('[::1]', 'localhost')

/**
 * The origin of an address: `http://127.0.0.1:4101/` → `http://127.0.0.1:4101`, `http://[::1]:4101` →
 * `http://localhost:4101`.
 */
export const originOf = (url: string): string => nameable(new URL(url).origin)

import { randomUUID } from 'node:crypto'
import {
  MAX_TICKET_CHARS,
  overrideBody,
  releaseVersionSchema,
  remoteNameSchema,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import { createSigner } from '../../platform/signer.ts'

export const TICKET_SECONDS = 6 * 3_600

const versions = z.tuple([z.int().nonnegative()], releaseVersionSchema)
const claims = z.tuple([
  z.literal(1),
  z.uuid(),
  z.uuid(),
  z.int().nonnegative(),
  z.record(remoteNameSchema, versions),
  z.boolean().default(false),
])

/**
 * Per remote: the generation of its rollout, then the served versions (the chosen release and its fallback).
 */
export type ServedVersions = Record<string, [generation: number, ...versions: string[]]>

export interface Ticket {
  id: string
  visitor: string
  served: ServedVersions
  /** Whether a preview link showed the served release. */
  isPreview: boolean
}

export interface Tickets {
  /** @param served `ServedVersions` as JSON text, which is shared by many visitors */
  issue(visitor: string, served: string, isPreview?: boolean): string
  /** The content of a ticket, or null if it is forged, from the future or older than six hours. */
  verify(text: string): Ticket | null
}

/**
 * Load tickets: the releases served to a visitor, signed by the server. A browser sends the ticket with its
 * load report, so reports are accepted only for releases that were actually served to it.
 * @param secret secret of the server, the same on every instance
 */
export function createTickets({ secret, now = Date.now }: { secret: string; now?: () => number }): Tickets {
  const signer = createSigner(secret, 'load tickets 1')
  const seconds = () => Math.floor(now() / 1000)
  return {
    issue(visitor, served, isPreview = false) {
      const text = `[1,"${randomUUID()}","${visitor}",${seconds()},${served},${isPreview}]`
      const body = Buffer.from(text).toString('base64url')
      return `${body}.${signer.sign(body)}`
    },
    verify(text) {
      if (text.length > MAX_TICKET_CHARS) return null
      const [body = '', signature = '', ...more] = text.split('.')
      if (more.length > 0 || !signer.verifies(body, signature)) return null
      const parsed = claims.safeParse(parseJson(Buffer.from(body, 'base64url').toString()))
      if (!parsed.success) return null
      const [, id, visitor, issued, served, isPreview] = parsed.data
      const age = seconds() - issued
      // The clocks of instances may differ slightly.
      return age >= -60 && age < TICKET_SECONDS ? { id, visitor, served, isPreview } : null
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const OVERRIDE_SECONDS = 12 * 3_600

const overrideClaims = overrideBody.extend({ visitor: z.uuid(), user: z.uuid(), expires: z.int() })

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
      const parsed = overrideClaims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
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

export interface AccountCookies {
  /** Cookie value that names an account to this visitor's later page loads. */
  seal(userId: string, visitor: string): string
  /** The account; null if the value is forged or of another visitor. */
  open(sealed: string, visitor: string): string | null
}

/** Signed cookies that say which account a browser has. They decide what an audience gets, and prove nothing else. */
export function createAccountCookies(secret: string): AccountCookies {
  const signer = createSigner(secret, 'account of a visitor 1')
  return {
    seal(userId, visitor) {
      const body = `${userId}:${visitor}`
      return `${body}:${signer.sign(body)}`
    },
    open(sealed, visitor) {
      const [userId = '', of = '', signature = '', ...more] = sealed.split(':')
      if (more.length > 0 || of !== visitor || !signer.verifies(`${userId}:${of}`, signature)) return null
      return userId
    },
  }
}

import { randomUUID } from 'node:crypto'
import { MAX_TICKET_CHARS, releaseVersionSchema, remoteNameSchema } from '@propsight/shared/contracts'
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

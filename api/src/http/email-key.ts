import { createHash } from 'node:crypto'

/** The key of an e-mail address in rate limit counters: a hash, so that the address is not stored. */
export const emailKey = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)

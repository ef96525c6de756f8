import { createHash } from 'node:crypto'

/** Names an e-mail address in a counter without keeping the address. */
export const emailKey = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)

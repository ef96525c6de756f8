import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares two secrets in constant time, so that the duration reveals nothing about a partial match. */
export const sameSecret = (given: string, wanted: string): boolean =>
  timingSafeEqual(digest(given), digest(wanted))

import { createHash } from 'node:crypto'

const BUCKETS = 10_000

/**
 * The bucket of a visitor for one remote, 0 to 9,999: constant per visitor, and independent between remotes.
 */
export const bucketOf = (remote: string, visitor: string): number =>
  createHash('sha256').update(`${remote}:${visitor}`).digest().readUInt32BE(0) % BUCKETS

/** Whether a visitor is among the `percent` of visitors who get the canary of a remote. */
export const isInCanary = (remote: string, visitor: string, percent: number): boolean =>
  bucketOf(remote, visitor) < (percent * BUCKETS) / 100

import { createHash } from 'node:crypto'

const BUCKETS = 10_000

/** Where a visitor stands for one remote, 0 to 9,999: always the same, and different from remote to remote. */
export const bucketOf = (remote: string, visitor: string): number =>
  createHash('sha256').update(`${remote}:${visitor}`).digest().readUInt32BE(0) % BUCKETS

/** Whether a canary that is shown to `percent` of the visitors is shown to this one. */
export const isInCanary = (remote: string, visitor: string, percent: number): boolean =>
  bucketOf(remote, visitor) < (percent * BUCKETS) / 100

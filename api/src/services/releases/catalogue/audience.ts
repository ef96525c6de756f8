import { createHash } from 'node:crypto'
import type { Audience } from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import type { AudienceFacts, RemotesRepository } from '../../../repositories/remotes.ts'

const BUCKETS = 10_000

/**
 * The bucket of a visitor for one canary or value, 0 to 9,999: constant per visitor, and independent between them.
 * @param rule name of a remote, or `remote.key`
 */
export const bucketOf = (rule: string, visitor: string): number =>
  createHash('sha256').update(`${rule}:${visitor}`).digest().readUInt32BE(0) % BUCKETS

/** Who requests the registry, as far as an audience may depend on it. */
export interface Visitor {
  id: string
  /** ISO 3166 code from a trusted proxy; empty if it is not known. */
  region: string
  /** Null for a visitor who is not signed in, and while the data service does not answer. */
  account: AudienceFacts | null
}

/** A visitor about whom nothing is known but the id. */
export const anonymous = (id: string): Visitor => ({ id, region: '', account: null })

/** Whether an audience names what only the account of a visitor tells. */
export const needsAccount = ({ plan, role, cohort }: Audience): boolean =>
  plan !== undefined || role !== undefined || cohort !== undefined

/** Whether a visitor is in an audience: all of its conditions hold. @param rule see `bucketOf` */
export function isInAudience(audience: Audience, rule: string, { id, region, account }: Visitor): boolean {
  const { percent, plan, role, region: regions, cohort } = audience
  if (needsAccount(audience) && !account) return false
  if (plan && !plan.some((each) => each === account?.plan)) return false
  if (role === 'developer' && !account?.isDeveloper) return false
  if (cohort && !cohort.some((each) => account?.cohorts.includes(each))) return false
  if (regions && !regions.some((each) => each === region || region.startsWith(`${each}-`))) return false
  return percent === undefined || bucketOf(rule, id) < (percent * BUCKETS) / 100
}

/** Cache time. A page asks every 12 s, and a new member of a cohort gets its values within 15 s. */
const FRESH_MS = 1_000
const MAX_ACCOUNTS = 10_000

export interface AudienceAccounts {
  /** Facts about an account; null without a profile, and if the data service never answered for it. */
  read(userId: string): Promise<AudienceFacts | null>
}

/** Reads facts about accounts. While the data service does not answer, the last ones are used. */
export function createAudienceAccounts(
  repository: Pick<RemotesRepository, 'audienceFacts'>,
): AudienceAccounts {
  const cache = new LRUCache<string, { facts: AudienceFacts | null }>({
    max: MAX_ACCOUNTS,
    ttl: FRESH_MS,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (userId) => ({ facts: await repository.audienceFacts(userId) }),
  })
  return { read: async (userId) => (await cache.fetch(userId).catch(() => undefined))?.facts ?? null }
}

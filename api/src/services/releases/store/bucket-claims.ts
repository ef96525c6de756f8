import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { HttpError, unavailable } from '../../../platform/errors.ts'
import type { Bucket } from './bucket.ts'
import type { ReleaseId } from './paths.ts'

/** Folder next to the releases. Served paths never begin with a dot. */
const CLAIMS = '.claims/'
/**
 * Lifetime of a claim of a crashed process. Work under a claim has a shorter limit, so it never writes too
 * late.
 */
const LEASE_MS = 120_000
const WORK_MS = 90_000
const CLAIM_TIMEOUT_MS = 60_000
/**
 * Random pause after a conflict. Two processes that see each other's claims both withdraw, and must not retry
 * in step.
 */
const RETRY_PAUSE_MS = { least: 40, more: 260 }
const CLAIM_HEADERS = { contentType: 'text/plain; charset=utf-8', cacheControl: 'no-store' }

/**
 * Hash of a claim's purpose. Claims with the same purpose (uploads of identical files) do not conflict,
 * others do.
 */
export const purposeOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

const purposeIn = (key: string) => key.slice(key.lastIndexOf('/') + 1).split('~')[1]

/**
 * A lock per version, made of claim objects in the bucket. It is needed because object storage has no rename,
 * so a release is written file by file. A process first writes its claim and then lists all claims. Of two
 * processes that start together at least one sees the other's claim, and a process that sees another claim
 * withdraws. Ages are measured by the clock of the storage only. The storage must list objects right after
 * they are written, as Amazon S3, Ceph, MinIO and R2 do.
 */
export function createClaims(bucket: Pick<Bucket, 'put' | 'list' | 'delete'>, timeoutMs = CLAIM_TIMEOUT_MS) {
  /** Takes a claim and returns a function that releases it; null if there is a conflicting claim. */
  const tryClaim = async ({ name, version }: ReleaseId, purpose: string) => {
    const folder = `${CLAIMS}${name}/${version}/`
    const ownKey = `${folder}${randomUUID()}~${purpose}`
    await bucket.put(ownKey, new TextEncoder().encode(purpose), CLAIM_HEADERS)
    const release = () => bucket.delete(ownKey)
    try {
      const claims = await bucket.list(folder)
      const now = claims.find(({ key }) => key === ownKey)?.at.getTime()
      if (now === undefined)
        throw unavailable(
          'The bundle store',
          new Error('a listing lacks an object that was written before it'),
        )
      const others = claims.filter(
        ({ key, at }) => purposeIn(key) !== purpose && now - at.getTime() < LEASE_MS,
      )
      if (others.length === 0) return release
    } catch (error) {
      // If this fails, the claim expires after its lease.
      await release().catch(() => undefined)
      throw error
    }
    await release()
    return null
  }
  return {
    /**
     * Runs the work while no other work runs on this version.
     * @param work receives a signal that aborts before the lease ends
     * @throws HttpError 409 if conflicting work does not end, 503 if the storage fails
     */
    async withClaim<T>(
      release: ReleaseId,
      purpose: string,
      work: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const deadline = Date.now() + timeoutMs
      for (;;) {
        const releaseClaim = await tryClaim(release, purpose)
        if (releaseClaim) {
          try {
            return await work(AbortSignal.timeout(WORK_MS))
          } finally {
            await releaseClaim().catch(() => undefined)
          }
        }
        if (Date.now() >= deadline) {
          const what = `${release.name} ${release.version}`
          throw new HttpError(
            409,
            'CONFLICT',
            `${what} is being stored or removed by another; try again in two minutes`,
          )
        }
        await pause(RETRY_PAUSE_MS.least + Math.random() * RETRY_PAUSE_MS.more)
      }
    },
    /** Deletes claims written before this time. */
    async forget(before: Date): Promise<void> {
      for (const { key, at } of await bucket.list(CLAIMS)) if (at < before) await bucket.delete(key)
    },
  }
}

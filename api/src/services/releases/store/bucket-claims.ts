import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { HttpError, unavailable } from '../../../platform/errors.ts'
import type { Bucket } from './bucket.ts'
import type { ReleaseId } from './paths.ts'

/** Beside the releases; no served path begins with a dot. */
const CLAIMS = '.claims/'
/** Who died holds a version for so long. Work under a claim ends well before, so that nobody's writes come late. */
const LEASE_MS = 120_000
const WORK_MS = 90_000
const PATIENCE_MS = 60_000
/** Two who see each other both stand back, each for another while, or they would meet again. */
const STAND_BACK_MS = { least: 40, more: 260 }
const NOTE = { contentType: 'text/plain; charset=utf-8', cacheControl: 'no-store' }

/** What the claim is for: uploads of the very same files do not disturb each other, everything else does. */
export const purposeOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

const purposeIn = (key: string) => key.slice(key.lastIndexOf('/') + 1).split('~')[1]

/**
 * Says who works on a version, in objects of their own: objects have no rename, so a release is written file by file.
 * Everybody first writes a claim and then looks: of two who begin together at least one sees the other, and whoever
 * sees another stands back. Ages are told by the storage's clock alone. Needs nothing but that a listing shows what was
 * written before, which Amazon, Ceph, MinIO and R2 promise.
 */
export function createClaims(bucket: Pick<Bucket, 'put' | 'list' | 'delete'>, patienceMs = PATIENCE_MS) {
  /** Null where another is at work. */
  const tryOnce = async ({ name, version }: ReleaseId, purpose: string) => {
    const folder = `${CLAIMS}${name}/${version}/`
    const mine = `${folder}${randomUUID()}~${purpose}`
    await bucket.put(mine, new TextEncoder().encode(purpose), NOTE)
    const release = () => bucket.delete(mine)
    try {
      const claims = await bucket.list(folder)
      const now = claims.find(({ key }) => key === mine)?.at.getTime()
      if (now === undefined)
        throw unavailable('The bundle store', new Error('a listing does not show what was written before it'))
      const others = claims.filter(
        ({ key, at }) => purposeIn(key) !== purpose && now - at.getTime() < LEASE_MS,
      )
      if (others.length === 0) return release
    } catch (error) {
      // One that is left behind ends with its lease.
      await release().catch(() => undefined)
      throw error
    }
    await release()
    return null
  }
  return {
    /**
     * Does the work while nobody does any other on this version.
     * @param work is told when to stop: the lease is longer than that
     * @throws HttpError 409 where others do not come to an end, 503 where the storage fails
     */
    async hold<T>(
      release: ReleaseId,
      purpose: string,
      work: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const deadline = Date.now() + patienceMs
      for (;;) {
        const done = await tryOnce(release, purpose)
        if (done) {
          try {
            return await work(AbortSignal.timeout(WORK_MS))
          } finally {
            await done().catch(() => undefined)
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
        await pause(STAND_BACK_MS.least + Math.random() * STAND_BACK_MS.more)
      }
    },
    /** Forgets claims that were left behind before then. */
    async forget(before: Date): Promise<void> {
      for (const { key, at } of await bucket.list(CLAIMS)) if (at < before) await bucket.delete(key)
    },
  }
}

import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { HttpError, unavailable } from '../../../platform/errors.ts'
import type { Bucket } from './bucket.ts'
import { RELEASE_NAME, RELEASE_VERSION, type ReleaseId } from './paths.ts'

/** Folder of the state objects. Served paths never begin with a dot. */
const STATES = '.releases/'
const JSON_HEADERS = { contentType: 'application/json; charset=utf-8', cacheControl: 'no-store' }
/** Written to learn the time of the storage, and whether the storage works. */
const CLOCK = '.health'
/**
 * Work of a crashed process may be taken over after the lease. Files are replaced and deleted only during a
 * shorter time, which also covers the last call, so that a slow process never changes files of its successor.
 */
const LEASE_MS = 120_000
export const WORK_MS = 90_000

/** Work on a version. An upload is named after the hash of its files. */
export const REMOVAL = 'removal'
/** The work on the version failed; the next work may begin at once. */
export const NO_WORK = 'none'

const storedSchema = z.object({ size: z.int().min(0), hash: z.string() })
const contentsSchema = z.object({
  files: z.record(
    z.string(),
    z.object({ plain: storedSchema, br: storedSchema.nullable(), gzip: storedSchema.nullable() }),
  ),
})
/** The files of a complete release with their compressed variants. */
export type ReleaseContents = z.infer<typeof contentsSchema>
export type StoredFile = z.infer<typeof storedSchema>

/** The id makes each state object, and so its ETag, unique. */
const workSchema = z.object({ work: z.string(), id: z.string() })
const stateSchema = z.union([contentsSchema, workSchema])

interface ReleaseState {
  /** The files of the release; null while the version has no complete release. */
  contents: ReleaseContents | null
  /** The work on the version; null for a complete release. */
  work: string | null
  etag: string
  /** Time of the last change, by the clock of the storage. */
  at: Date
}

export const hashOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('base64url')

/** Name of an upload: equal for equal plain files, independent of their compressed variants. */
export const uploadOf = (hashes: Iterable<readonly [path: string, hash: string]>): string =>
  hashOf(JSON.stringify([...hashes].sort(([a], [b]) => (a < b ? -1 : 1))))

/** Name of the upload that stored this release. */
export const uploadOfContents = ({ files }: ReleaseContents): string =>
  uploadOf(Object.entries(files).map(([path, { plain }]) => [path, plain.hash]))

/** Key of a release's state object. */
export const stateKey = ({ name, version }: ReleaseId): string => `${STATES}${name}/${version}.json`

/** The release of an object, from the key of a file or of a state object; null for other objects. */
export function releaseOf(key: string): ReleaseId | null {
  const path = key.startsWith(STATES) ? key.slice(STATES.length).replace(/\.json$/, '') : key
  const [name = '', version = ''] = path.split('/')
  return RELEASE_NAME.test(name) && RELEASE_VERSION.test(version) ? { name, version } : null
}

const encode = (state: z.infer<typeof stateSchema>): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(state))

function parse(bytes: Uint8Array): z.infer<typeof stateSchema> {
  try {
    return stateSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (error) {
    throw unavailable('The bundle store', error)
  }
}

/** @returns a 409 for work that has to wait for other work on the same version */
export const busy = ({ name, version }: ReleaseId): HttpError =>
  new HttpError(
    409,
    'CONFLICT',
    `${name} ${version} is being stored or removed by another; try again in two minutes`,
  )

/**
 * The state objects of the releases: one object per version, absent while the version has no files. Each
 * change is a conditional write, so of several concurrent changes exactly one succeeds, and work whose state
 * was changed meanwhile cannot complete.
 */
export function createReleaseStates(bucket: Bucket) {
  const read = async (release: ReleaseId): Promise<(ReleaseState & { id: string | null }) | null> => {
    const object = await bucket.get(stateKey(release))
    if (!object) return null
    const { etag, at } = object
    const state = parse(object.bytes)
    if ('files' in state) return { contents: state, work: null, id: null, etag, at }
    return { contents: null, ...state, etag, at }
  }
  const touchClock = (replaces?: string | null) =>
    bucket.put(CLOCK, new TextEncoder().encode(new Date().toISOString()), JSON_HEADERS, replaces)
  const ageMs = async ({ at }: ReleaseState): Promise<number> => {
    await touchClock()
    const clock = await bucket.get(CLOCK)
    if (!clock) throw unavailable('The bundle store', new Error('an object is missing after it was written'))
    return clock.at.getTime() - at.getTime()
  }
  const canReplace = async (state: ReleaseState | null): Promise<boolean> =>
    state === null || state.work === NO_WORK || (await ageMs(state)) >= LEASE_MS

  /**
   * Replaces a state by the beginning of work.
   * @param replaces ETag of the state, null if there is none
   * @returns the ETag of the new state; null if the state was changed meanwhile
   */
  const begin = async (release: ReleaseId, work: string, replaces: string | null): Promise<string | null> => {
    const id = randomUUID()
    const etag = await bucket.put(stateKey(release), encode({ work, id }), JSON_HEADERS, replaces)
    if (etag) return etag
    // The client repeats calls: the first one may have succeeded although its response was lost.
    const state = await read(release)
    return state?.id === id ? state.etag : null
  }
  return {
    /** The releases with state objects, of one remote or of all, with the time of their last change. */
    async list(name?: string): Promise<{ release: ReleaseId; at: Date }[]> {
      const objects = await bucket.list(name ? `${STATES}${name}/` : STATES)
      return objects.flatMap(({ key, at }) => {
        const release = releaseOf(key)
        return release ? [{ release, at }] : []
      })
    },
    /** @throws HttpError 503 if the object was not written by this store (a proxy answered instead) */
    read,
    begin,
    /**
     * Begins an upload, or joins a recent one of the same files.
     * @param state the last read state, which is not a complete release
     * @returns the ETag of the upload's state; null if other work runs on the version
     */
    async beginUpload(
      release: ReleaseId,
      upload: string,
      state: ReleaseState | null,
    ): Promise<string | null> {
      if (state?.work === upload && (await ageMs(state)) < WORK_MS) return state.etag
      const mayBegin = state?.work === upload || (await canReplace(state))
      return mayBegin ? begin(release, upload, state?.etag ?? null) : null
    },
    /** Begins a removal of files without a complete release; null if other work runs on the version. */
    async beginSweep(release: ReleaseId, before: Date): Promise<string | null> {
      const state = await read(release)
      if (state && (state.contents || state.at >= before || !(await canReplace(state)))) return null
      return begin(release, REMOVAL, state?.etag ?? null)
    },
    /**
     * Completes an upload.
     * @returns false if its state was changed meanwhile
     */
    async complete(release: ReleaseId, contents: ReleaseContents, replaces: string): Promise<boolean> {
      return (await bucket.put(stateKey(release), encode(contents), JSON_HEADERS, replaces)) !== null
    },
    /** @throws HttpError 409 if work with this state may no longer replace or delete files */
    async checkHeld(release: ReleaseId, etag: string): Promise<void> {
      const state = await read(release)
      if (state?.etag !== etag || (await ageMs(state)) >= WORK_MS) throw busy(release)
    },
    /** @throws HttpError 503 if the storage takes no objects, or ignores conditions */
    async health(): Promise<void> {
      await touchClock()
      if ((await touchClock(null)) || (await touchClock('"another"')))
        throw new HttpError(503, 'UNAVAILABLE', 'The bundle store ignores the conditions of writes.')
    },
  }
}

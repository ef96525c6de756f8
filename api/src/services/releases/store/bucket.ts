import { setTimeout as pause } from 'node:timers/promises'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { BundleEnv } from '../../../platform/config/bundle-variables.ts'
import { HttpError, unavailable } from '../../../platform/errors.ts'

const REFUSED = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'CredentialsProviderError',
])
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull'])
const HTTP_INSUFFICIENT_STORAGE = 507

const operatorError = (message: string, cause: Error) => new HttpError(503, 'UNAVAILABLE', message, { cause })

/** HTTP status of the storage's response, such as 404 or 412; null without a response. */
export function statusOf(error: unknown): number | null {
  const cause = error instanceof HttpError ? error.cause : error
  const about = cause instanceof Error && '$metadata' in cause ? cause.$metadata : null
  if (typeof about !== 'object' || about === null || !('httpStatusCode' in about)) return null
  return typeof about.httpStatusCode === 'number' ? about.httpStatusCode : null
}

/**
 * Converts an error of object storage for the client: it refuses the key, has no such bucket, is full, or
 * does not answer. The original error is the `cause`, which is logged.
 */
export function bucketFailure(thrown: unknown): HttpError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const status = statusOf(error)
  if (REFUSED.has(error.name) || status === 401 || status === 403)
    return operatorError('The bundle store refuses the key that the API was given.', error)
  if (error.name === 'NoSuchBucket')
    return operatorError('The bundle store has no bucket of the name that the API was given.', error)
  if (FULL.has(error.name) || status === HTTP_INSUFFICIENT_STORAGE)
    return operatorError('The bundle store is full.', error)
  return unavailable('The bundle store', error)
}

/**
 * Timeouts for connecting and for pauses of a response. All three attempts together take at most
 * CALL_TIMEOUT_MS.
 */
const CONNECT_TIMEOUT_MS = 2_000
const SILENCE_TIMEOUT_MS = 8_000
const CALL_TIMEOUT_MS = 25_000
const ATTEMPTS = 3
const MAX_WRITE_CONFLICTS = 5
const CONFLICT_PAUSE_MS = 200
/** Enough sockets for the parallel requests of many pages, and few enough for any storage server. */
const MAX_SOCKETS = 64

export interface StoredObject {
  key: string
  /** Bytes. */
  size: number
  /** Time of the last write, by the clock of the storage. */
  at: Date
}
/** An object with its content. The ETag changes with each write of other content. */
interface ReadObject {
  bytes: Uint8Array
  etag: string
  /** Time of the last write, by the clock of the storage, in whole seconds. */
  at: Date
}
export interface ObjectHeaders {
  contentType: string
  cacheControl: string
  contentEncoding?: 'br' | 'gzip'
}

/** The operations of object storage used for releases. Every failure is an HttpError 503 with the reason. */
export interface Bucket {
  /**
   * Stores an object.
   * @param replaces ETag of the object to replace (`If-Match`), or null if there must be none
   *   (`If-None-Match: *`); without it, the object is replaced in any case
   * @returns the ETag of the new object, or null if the condition is not met
   */
  put(
    key: string,
    bytes: Uint8Array,
    headers: ObjectHeaders,
    replaces?: string | null,
  ): Promise<string | null>
  /** Returns null if the object does not exist. */
  get(key: string): Promise<ReadObject | null>
  /** All objects whose keys begin with the prefix. */
  list(prefix: string): Promise<StoredObject[]>
  /** Deletes an object; no error if it does not exist. */
  delete(key: string): Promise<void>
}

export type BucketSettings = BundleEnv & { BUNDLES_URL: NonNullable<BundleEnv['BUNDLES_URL']> }

/** Imported on demand: the client takes a quarter of a second to load. */
const loadClient = () => import('@aws-sdk/client-s3')

function clientOptions(env: BucketSettings): S3ClientConfig {
  const { BUNDLES_S3_ENDPOINT: endpoint, BUNDLES_S3_KEY_ID: keyId, BUNDLES_S3_SECRET: secret } = env
  const pathStyle = env.BUNDLES_S3_PATH_STYLE ?? (endpoint ? 'on' : 'off')
  return {
    region: env.BUNDLES_S3_REGION,
    ...(endpoint ? { endpoint } : {}),
    ...(keyId && secret ? { credentials: { accessKeyId: keyId, secretAccessKey: secret } } : {}),
    forcePathStyle: pathStyle === 'on',
    maxAttempts: ATTEMPTS,
    // S3-compatible storage may refuse the newer checksum headers. The release's list of files has its own
    // hashes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: SILENCE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  }
}

function conditionOf(replaces: string | null | undefined) {
  if (replaces === undefined) return null
  return replaces === null ? { IfNoneMatch: '*' } : { IfMatch: replaces }
}

/** Opens the bucket of the environment. No request is sent before the first call. */
export function openBucket(env: BucketSettings): Bucket {
  const { bucket: Bucket, prefix } = env.BUNDLES_URL
  const root = prefix ? `${prefix}/` : ''
  let opened: Promise<{ sdk: Awaited<ReturnType<typeof loadClient>>; client: S3Client }> | null = null
  const open = () => {
    opened ??= loadClient().then((sdk) => ({ sdk, client: new sdk.S3Client(clientOptions(env)) }))
    return opened
  }
  type Opened = Awaited<ReturnType<typeof open>>
  const call = async <T>(work: (opened: Opened, abort: { abortSignal: AbortSignal }) => Promise<T>) => {
    try {
      return await work(await open(), { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    } catch (error) {
      throw bucketFailure(error)
    }
  }
  return {
    async put(key, bytes, headers, replaces) {
      const { contentType: ContentType, cacheControl: CacheControl, contentEncoding } = headers
      const encoding = contentEncoding ? { ContentEncoding: contentEncoding } : {}
      const input = { Bucket, Key: root + key, Body: bytes, ContentType, CacheControl, ...encoding }
      const condition = conditionOf(replaces)
      for (let retriesLeft = MAX_WRITE_CONFLICTS; ; retriesLeft--) {
        try {
          return await call(async ({ sdk, client }, abort) => {
            const { ETag } = await client.send(new sdk.PutObjectCommand({ ...input, ...condition }), abort)
            if (!ETag) throw new Error('the response has no ETag')
            return ETag
          })
        } catch (error) {
          const status = statusOf(error)
          // 404: the object to replace was deleted.
          if (condition && (status === 412 || (status === 404 && replaces !== null))) return null
          // 409: another process is writing the object at this moment. Retry to learn whether it succeeded.
          if (status !== 409 || retriesLeft === 0) throw error
          await pause(Math.random() * CONFLICT_PAUSE_MS)
        }
      }
    },
    async get(key) {
      try {
        return await call(async ({ sdk, client }, abort) => {
          const object = await client.send(new sdk.GetObjectCommand({ Bucket, Key: root + key }), abort)
          const { Body, ETag, LastModified } = object
          if (!Body || !ETag || !LastModified) throw new Error('the response is not an object')
          return { bytes: await Body.transformToByteArray(), etag: ETag, at: LastModified }
        })
      } catch (error) {
        if (statusOf(error) === 404) return null
        throw error
      }
    },
    async list(prefixOfKeys) {
      const found: StoredObject[] = []
      let token: string | undefined
      do {
        const page = await call(({ sdk, client }, abort) => {
          const input = {
            Bucket,
            Prefix: root + prefixOfKeys,
            ...(token ? { ContinuationToken: token } : {}),
          }
          return client.send(new sdk.ListObjectsV2Command(input), abort)
        })
        // A page of a proxy instead of the storage's response would otherwise be parsed as an empty listing.
        if (page.Name === undefined)
          throw unavailable('The bundle store', new Error('the response is not a listing'))
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key !== undefined && LastModified !== undefined)
            found.push({ key: Key.slice(root.length), size: Size ?? 0, at: LastModified })
        token = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (token)
      return found
    },
    async delete(key) {
      await call(({ sdk, client }, abort) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key: root + key }), abort),
      )
    },
  }
}

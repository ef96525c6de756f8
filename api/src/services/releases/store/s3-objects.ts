import { setTimeout as pause } from 'node:timers/promises'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { BundleEnv } from '../../../platform/config/bundle-variables.ts'
import { HttpError, unavailable } from '../../../platform/errors.ts'
import type { ObjectHeaders, ObjectStore, StoredObject } from './object-store.ts'

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

export type BucketSettings = BundleEnv & { BUNDLES_URL: NonNullable<BundleEnv['BUNDLES_URL']> }

/** Storage and proxies quote the tags of lists and of objects differently. */
const bareEtag = (etag: string): string => etag.replace(/^W\//, '').replaceAll('"', '')

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

type Sdk = Awaited<ReturnType<typeof loadClient>>

/** The objects of a bucket. No request is sent before the first call. */
class S3Objects implements ObjectStore {
  readonly #env: BucketSettings
  readonly #root: string
  #opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null

  constructor(env: BucketSettings) {
    this.#env = env
    this.#root = env.BUNDLES_URL.prefix ? `${env.BUNDLES_URL.prefix}/` : ''
  }

  get #bucket() {
    return this.#env.BUNDLES_URL.bucket
  }

  async #call<T>(
    work: (sdk: Sdk, client: S3Client, abort: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    this.#opened ??= loadClient().then((sdk) => ({ sdk, client: new sdk.S3Client(clientOptions(this.#env)) }))
    try {
      const { sdk, client } = await this.#opened
      return await work(sdk, client, { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    } catch (error) {
      throw bucketFailure(error)
    }
  }

  async put(key: string, bytes: Uint8Array, headers: ObjectHeaders, condition?: 'absent'): Promise<boolean> {
    const { contentType: ContentType, cacheControl: CacheControl, contentEncoding } = headers
    const input = {
      Bucket: this.#bucket,
      Key: this.#root + key,
      Body: bytes,
      ContentType,
      CacheControl,
      ...(contentEncoding ? { ContentEncoding: contentEncoding } : {}),
      ...(condition === 'absent' ? { IfNoneMatch: '*' } : {}),
    }
    for (let retriesLeft = MAX_WRITE_CONFLICTS; ; retriesLeft--) {
      try {
        await this.#call(async (sdk, client, abort) => {
          const { ETag } = await client.send(new sdk.PutObjectCommand(input), abort)
          if (!ETag) throw new Error('the response has no ETag')
        })
        return true
      } catch (error) {
        const status = statusOf(error)
        if (condition && status === 412) return false
        // 409: another process is writing the object at this moment. Retry to learn whether it succeeded.
        if (status !== 409 || retriesLeft === 0) throw error
        await pause(Math.random() * CONFLICT_PAUSE_MS)
      }
    }
  }

  async get(key: string): Promise<{ bytes: Uint8Array; etag: string } | null> {
    try {
      return await this.#call(async (sdk, client, abort) => {
        const input = { Bucket: this.#bucket, Key: this.#root + key }
        const { Body, ETag } = await client.send(new sdk.GetObjectCommand(input), abort)
        if (!Body || !ETag) throw new Error('the response is not an object')
        return { bytes: await Body.transformToByteArray(), etag: bareEtag(ETag) }
      })
    } catch (error) {
      if (statusOf(error) === 404) return null
      throw error
    }
  }

  async list(folder: string): Promise<StoredObject[]> {
    const found: StoredObject[] = []
    let token: string | undefined
    do {
      const input = { Bucket: this.#bucket, Prefix: this.#root + folder, ContinuationToken: token }
      const page = await this.#call((sdk, client, abort) =>
        client.send(new sdk.ListObjectsV2Command(input), abort),
      )
      // A page of a proxy instead of the storage's response would otherwise be parsed as an empty listing.
      if (page.Name === undefined)
        throw unavailable('The bundle store', new Error('the response is not a listing'))
      for (const { Key, Size = 0, LastModified, ETag } of page.Contents ?? [])
        if (Key !== undefined && LastModified !== undefined && ETag !== undefined)
          found.push({
            key: Key.slice(this.#root.length),
            size: Size,
            at: LastModified,
            etag: bareEtag(ETag),
          })
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
    return found
  }

  async delete(key: string): Promise<void> {
    await this.#call((sdk, client, abort) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket: this.#bucket, Key: this.#root + key }), abort),
    )
  }
}

/** Opens the bucket of the environment. */
export const openBucket = (env: BucketSettings): ObjectStore => new S3Objects(env)

import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buildApp } from 'fauxqs'

/** A bucket for tests, with the environment variables that the API needs for it. */
export interface TestBucket {
  readonly variables: Record<string, string>
  /** Name of the bucket. */
  readonly name: string
  /** Address of the storage, for tests that put a proxy in front of it. */
  readonly endpoint: string
  close(): Promise<void>
}

const BUCKET = 'propsight'
const PRECONDITION_FAILED =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>PreconditionFailed</Code><Message>A precondition failed.</Message></Error>'

interface StorageRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: unknown
}
interface StorageReply {
  code(status: number): StorageReply
  type(contentType: string): StorageReply
  send(body: string): unknown
}

/**
 * Adds `If-None-Match: *` and `If-Match` on writes, which Amazon S3, Ceph, MinIO and R2 support but fauxqs does
 * not. All writes go through this process, so a map of the ETags is sufficient. It is read and changed in one
 * step, so of several writes with the same condition one succeeds.
 */
function addConditionalWrites(app: ReturnType<typeof buildApp>) {
  const etags = new Map<string, string>()
  app.addHook('preHandler', (request: StorageRequest, reply: StorageReply, done: () => void) => {
    const { method, url, headers, body } = request
    const [path = ''] = url.split('?')
    const current = etags.get(path)
    const expected = headers['if-match']
    const isRefused =
      (headers['if-none-match'] === '*' && current !== undefined) ||
      (expected !== undefined && current !== expected)
    if (method === 'PUT' && isRefused) {
      reply.code(412).type('application/xml').send(PRECONDITION_FAILED)
      return
    }
    if (method === 'PUT' && Buffer.isBuffer(body))
      etags.set(path, `"${createHash('md5').update(body).digest('hex')}"`)
    if (method === 'DELETE') etags.delete(path)
    done()
  })
}

/** Starts an S3-compatible storage in this process, with one empty bucket. */
export async function startS3(): Promise<TestBucket> {
  const app = buildApp({ logger: false })
  addConditionalWrites(app)
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' })
  const created = await fetch(`${endpoint}/${BUCKET}`, { method: 'PUT' })
  if (!created.ok) throw new Error(`the bucket was not created: ${created.status}`)
  return {
    name: BUCKET,
    endpoint,
    variables: {
      BUNDLES_URL: `s3://${BUCKET}/bundles`,
      BUNDLES_S3_ENDPOINT: endpoint,
      BUNDLES_S3_KEY_ID: 'test',
      BUNDLES_S3_SECRET: 'test',
    },
    close: () => app.close(),
  }
}

/** The bucket named by the environment, else a local one. */
export async function openBucket(): Promise<TestBucket> {
  const named = Object.entries(process.env).filter(
    (entry): entry is [string, string] => /^BUNDLES_(URL|S3_)/.test(entry[0]) && Boolean(entry[1]),
  )
  const variables = Object.fromEntries(named)
  if (!variables.BUNDLES_URL) return startS3()
  const { hostname: name } = new URL(variables.BUNDLES_URL)
  return { variables, name, endpoint: variables.BUNDLES_S3_ENDPOINT ?? '', close: async () => undefined }
}

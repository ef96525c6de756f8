import type { IncomingHttpHeaders } from 'node:http'
import { buildApp } from 'fauxqs'

/** A bucket for tests, with the environment variables that the API needs for it. */
export interface TestBucket {
  readonly variables: Record<string, string>
  /** Address of the storage, for tests that put a proxy in front of it. */
  readonly endpoint: string
  close(): Promise<void>
}

const BUCKET = 'propsight'
const PRECONDITION_FAILED =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>PreconditionFailed</Code><Message>The object exists.</Message></Error>'

interface StorageRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
}
interface StorageReply {
  code(status: number): StorageReply
  type(contentType: string): StorageReply
  send(body: string): unknown
}

/**
 * Adds `If-None-Match: *` on writes, which Amazon S3, Ceph, MinIO and R2 support but fauxqs does not. All
 * writes go through this process, so a set of existing names is sufficient.
 */
function refuseSecondWrites(app: ReturnType<typeof buildApp>) {
  const existing = new Set<string>()
  app.addHook('preHandler', (request: StorageRequest, reply: StorageReply, done: () => void) => {
    const { method, url, headers } = request
    const [path = ''] = url.split('?')
    if (method === 'PUT' && headers['if-none-match'] === '*' && existing.has(path)) {
      reply.code(412).type('application/xml').send(PRECONDITION_FAILED)
      return
    }
    if (method === 'PUT') existing.add(path)
    if (method === 'DELETE') existing.delete(path)
    done()
  })
}

/** Starts an S3-compatible storage in this process, with one empty bucket. */
export async function startS3(): Promise<TestBucket> {
  const app = buildApp({ logger: false })
  refuseSecondWrites(app)
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' })
  const created = await fetch(`${endpoint}/${BUCKET}`, { method: 'PUT' })
  if (!created.ok) throw new Error(`the bucket was not created: ${created.status}`)
  return {
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
  return { variables, endpoint: variables.BUNDLES_S3_ENDPOINT ?? '', close: async () => undefined }
}

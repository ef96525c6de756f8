import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { RemoteKitResponse } from '@propsight/shared/contracts'
import { type ApiContext, type ApiMiddleware, type ApiRouter, createRouter } from '../http/context.ts'
import { type InstanceLimitPorts, type LimitPorts, limit, limitInstance } from '../http/rate-limit.ts'
import { networkKey } from '../platform/address-keys.ts'
import { createSlots } from '../platform/concurrency/slots.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import { HttpError, notFound } from '../platform/errors.ts'
import { type BundleStore, MAX_FILE_IN_MEMORY_BYTES } from '../services/releases/store/bundle-store.ts'
import { IMMUTABLE } from '../services/releases/store/release-files.ts'

const PREFIX = '/bundles/'
/** Scripts keep the policy of the page, since a worker is bound to the policy of its script's response. */
const SCRIPT = /\.m?js$/
/**
 * Policy of all other files. No file of a release is a page, and an SVG opened directly must not run scripts.
 */
const NO_PAGE = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/**
 * Files that are not kept in memory, sent at the same time in all and to one address. The operating system takes
 * megabytes of each for a client that reads nothing. The largest file of this product is smaller.
 */
const LARGE_FILES = { maxRunning: 256, perKey: 8, waiting: 0 }
const RETRY_SECONDS = '2'

/**
 * Serves the page that starts the shell without the API. A CDN serves the same file, so the file contains its
 * policy.
 */
const staticPage =
  ({ bundles }: { readonly bundles: Pick<BundleStore, 'readIndex'> }): ApiMiddleware =>
  async (ctx) => {
    const html = await bundles.readIndex()
    if (html === null) throw notFound('No release of the shell has been published yet')
    ctx.status = 200
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Cache-Control', 'public, no-cache')
    ctx.set('ETag', `"${createHash('sha256').update(html).digest('base64url').slice(0, 24)}"`)
    if (ctx.fresh) ctx.status = 304
    else ctx.body = html
  }

const KIT_PATH = /^\/api\/remote-kit-([0-9a-f]{16})\.tgz$/

/**
 * The kit for remotes of other repositories, as npm installs it: `/api/remote-kit.tgz` is the one of this release,
 * `/api/remote-kit-<hash>.tgz` stays the same, and `/api/remote-kit` names that address. A lockfile holds the hash of a
 * tarball, so a project names the address with the hash.
 */
export function remoteKitRoutes(
  deps: LimitPorts & {
    readonly env: Pick<ApiEnv, 'REMOTE_KIT'>
    readonly bundles: Pick<BundleStore, 'keepKit' | 'readKit'>
  },
): ApiRouter {
  const perAddress = limit(deps, { name: 'kit-address', points: 60, seconds: 60, by: 'address' })
  const readCurrent = async (): Promise<Buffer> => {
    const { REMOTE_KIT } = deps.env
    const kit = REMOTE_KIT ? await readFile(REMOTE_KIT).catch(() => null) : null
    if (!kit) throw notFound('This installation has no remote kit')
    return kit
  }
  const send = (ctx: ApiContext, kit: Uint8Array, cacheControl: string): void => {
    ctx.type = 'application/gzip'
    ctx.set('Cache-Control', cacheControl)
    ctx.body = Buffer.from(kit.buffer, kit.byteOffset, kit.length)
  }
  return createRouter()
    .get('/api/remote-kit', perAddress, async (ctx) => {
      const hash = await deps.bundles.keepKit(await readCurrent())
      ctx.set('Cache-Control', 'no-cache')
      ctx.body = { path: `/api/remote-kit-${hash}.tgz` } satisfies RemoteKitResponse
    })
    .get('/api/remote-kit.tgz', perAddress, async (ctx) => send(ctx, await readCurrent(), 'no-cache'))
    .get(KIT_PATH, perAddress, async (ctx) => {
      const [, hash = ''] = KIT_PATH.exec(ctx.path) ?? []
      const kit = await deps.bundles.readKit(hash)
      if (!kit) throw notFound('There is no such remote kit')
      send(ctx, kit, IMMUTABLE)
    })
}

export function bundleRoutes(
  deps: InstanceLimitPorts & { readonly bundles: Pick<BundleStore, 'find' | 'readIndex'> },
): ApiRouter {
  const largeFiles = createSlots({
    ...LARGE_FILES,
    full: () =>
      new HttpError(429, 'RATE_LIMITED', 'Too many large files at once. Try again in a moment.', {
        headers: { 'Retry-After': RETRY_SECONDS },
      }),
  })
  /** Takes a slot until the response has ended. @throws HttpError 429 if none is free */
  const takeSlot = (ctx: ApiContext): Promise<void> =>
    new Promise((started, refused) => {
      const sent = () => {
        started()
        return new Promise<void>((ended) => {
          if (ctx.res.closed) ended()
          else ctx.res.once('close', ended)
        })
      }
      largeFiles.run(networkKey(ctx.ip), sent).catch(refused)
    })
  return createRouter()
    .use('/bundles', limitInstance(deps, 'bundles'))
    .get('/bundles/index.html', staticPage(deps))
    .get(/^\/bundles\/.+$/, async (ctx) => {
      // A worker ends with its page, but a service worker would remain in the browser after its release.
      if (ctx.get('service-worker') !== '') throw notFound('No file of a release is a service worker')
      const path = ctx.path.slice(PREFIX.length)
      const file = await deps.bundles.find(path)
      if (!file) throw notFound('There is no such file in a release')

      const encoding = ctx.acceptsEncodings([
        ...(file.br ? ['br'] : []),
        ...(file.gzip ? ['gzip'] : []),
        'identity',
      ])
      const variant = (encoding === 'br' && file.br) || (encoding === 'gzip' && file.gzip) || file.plain
      if (variant !== file.plain) ctx.set('Content-Encoding', String(encoding))
      ctx.vary('Accept-Encoding')
      ctx.set('Cache-Control', IMMUTABLE)
      // Files of a release are public, and a shell of another origin may load them.
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
      ctx.set('Access-Control-Allow-Origin', '*')
      // Also with 304, whose headers replace the cached ones.
      if (!SCRIPT.test(path)) ctx.set('Content-Security-Policy', NO_PAGE)
      ctx.set('ETag', `"${path}${variant === file.plain ? '' : `-${String(encoding)}`}"`)
      ctx.status = 200
      if (ctx.fresh) {
        ctx.status = 304
        return
      }
      ctx.set('Content-Type', file.contentType)
      ctx.length = variant.size
      // Variants are compressed when the release is published, so nothing is compressed here.
      ctx.compress = false
      if (ctx.method !== 'GET') return
      if (variant.size > MAX_FILE_IN_MEMORY_BYTES) await takeSlot(ctx)
      const body = await variant.open()
      if (!body) {
        ctx.remove('Content-Encoding')
        throw notFound('This release was removed')
      }
      ctx.body = body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.length) : body
    })
}

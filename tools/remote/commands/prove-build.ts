import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  loadsBody,
  pathsOf,
  REGISTRY_ELEMENT_ID,
  type RegistryEntry,
  type Release,
  registrySchema,
} from '@propsight/shared/contracts'
import type { ApiClient } from '../api/client.ts'
import type { BuiltRelease } from '../build/resolve-build.ts'
import { buildProof, openUntilReport, type Proof } from './prove-release.ts'

// Proves in a browser that a build loads before it is sent anywhere: a server on this machine passes the page of the API
// on, with the build in place of the live release, and keeps the load report of the page (docs/adr/0058).

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
/** Headers of the connection, and those that are not true for a decoded body. */
const NOT_PASSED_ON = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding']
const BLOCK = new RegExp(
  `(<script type="application/json" id="${REGISTRY_ELEMENT_ID}">)(.*?)(</script>)`,
  's',
)

/** Puts a build into a registry, as a preview: the page mounts it without an account and reports when it is shown. */
function withBuild(json: string, entry: RegistryEntry): string {
  const registry = registrySchema.parse(JSON.parse(json))
  const remotes = [...registry.remotes.filter(({ name }) => name !== entry.name), entry]
  const { name, version } = entry
  const changed = { ...registry, remotes, preview: { name, version }, ticket: 'of no server' }
  return JSON.stringify(changed).replaceAll('<', '\\u003c')
}

/**
 * Opens a build in the live shell of an API, which it does not change.
 * @param release what the build is as a release
 * @param browser path of a Chromium
 * @returns what the page reported; no report also for an API without a page
 */
export async function proveBuild(
  api: ApiClient,
  { built, release }: { built: BuiltRelease; release: Release },
  { browser, env, signal }: { browser: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<Proof> {
  const { placement } = release
  if (!placement) return { outcome: 'no report' }
  const base = `/bundles/${release.name}/${release.version}/`
  const entry: RegistryEntry = { ...release, placement, base }
  let report: (proof: Proof) => void = () => undefined
  const reported = new Promise<Proof>((resolve) => {
    report = resolve
  })

  async function readReport(request: IncomingMessage) {
    const { loads } = loadsBody.parse(JSON.parse(await text(request)))
    const load = loads.find(({ name, version }) => name === release.name && version === release.version)
    if (load) report(buildProof(load.outcome === 'ok' ? [] : [load]))
  }

  async function passOn(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '/'
    // Answered completely: a repeated request gets the changed body, too.
    const { host, 'if-none-match': _, 'accept-encoding': __, connection: ___, ...headers } = request.headers
    const answer = await fetch(api.connection.url + path, {
      headers: Object.entries(headers).flatMap(([name, value]) =>
        value ? [[name, `${value}`] as [string, string]] : [],
      ),
      redirect: 'manual',
      signal,
    })
    const own = `http://${host}`
    for (const [name, value] of answer.headers)
      if (!NOT_PASSED_ON.includes(name))
        response.setHeader(name, value.replaceAll(new URL(api.connection.url).origin, own))
    response.statusCode = answer.status
    const isPage = answer.headers.get('content-type')?.startsWith('text/html')
    if (isPage)
      response.end(
        (await answer.text()).replace(
          BLOCK,
          (_all, open, json, close) => open + withBuild(json, entry) + close,
        ),
      )
    else if (path.split('?')[0] === '/api/remotes') response.end(withBuild(await answer.text(), entry))
    else if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response)
    else response.end()
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const bytes =
      pathname.startsWith(base) && built.files.get(decodeURIComponent(pathname.slice(base.length)))
    if (pathname === '/api/loads') await readReport(request)
    if (bytes)
      response.setHeader('content-type', TYPES[extname(pathname)] ?? 'application/octet-stream').end(bytes)
    // The page changes nothing on the server.
    else if (request.method !== 'GET') response.writeHead(204).end()
    else await passOn(request, response)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() =>
      response.headersSent || response.destroyed ? response.destroy() : response.writeHead(502).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${pathsOf(placement)[0] ?? '/'}`
    const page = await fetch(url, { signal }).then((page) => page.text())
    if (!BLOCK.test(page)) return { outcome: 'no report' }
    return await openUntilReport({ url, browser, env, signal, report: () => reported })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

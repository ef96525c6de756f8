import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync } from 'node:zlib'
import {
  type CheckReport,
  loadsBody,
  pathsOf,
  REGISTRY_ELEMENT_ID,
  type RegistryEntry,
  type Release,
  registrySchema,
} from '@propsight/shared/contracts'
import { deriveRelease, examineRelease } from '@propsight/shared/release'
import type { ApiClient } from '../api/client.ts'
import { reportOfRefusal, upload } from '../api/releases.ts'
import { type BuildOptions, type BuiltRelease, resolveBuild } from '../build/resolve-build.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { EXIT } from '../failure.ts'
import { painter, reportText } from '../text/format.ts'
import { buildProof, findBrowser, openUntilReport, type Proof } from './deploy.ts'

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

/** Asks the server for its report on a release, without publishing it. */
async function checkOnServer(api: ApiClient, built: BuiltRelease): Promise<CheckReport> {
  try {
    return (await upload(api, built, { channel: 'stable', message: '', dryRun: true })).report
  } catch (error) {
    const report = reportOfRefusal(error)
    if (report) return report
    throw error
  }
}

/** Runs the checks that need neither the live releases nor the rights of a token. */
async function checkOffline({ declaration, version, files, preload }: BuiltRelease): Promise<CheckReport> {
  const nothingLive = { host: null, others: [], kept: [] }
  const brotli = (bytes: Uint8Array) => brotliCompressSync(bytes).length
  const input = { declaration, version, files, preload, brotli, ...nothingLive }
  return (await examineRelease(input)).report
}

const PROOF_TEXTS: Record<Proof['outcome'], string> = {
  loads: 'It loads in the live shell, in a browser.',
  fails: 'It does not load in the live shell',
  'no report': 'Whether it loads is not known: the page of the live shell reported nothing.',
}

/** Opens a build in the live shell; null without a live shell or a browser, or for a build without a screen. */
async function proveLoads(
  { io, progress }: CommandContext,
  api: ApiClient,
  built: BuiltRelease,
): Promise<Proof | null> {
  const browser = findBrowser(io.env)
  const release = await deriveRelease(built)
  if (browser === null || !release.placement) return null
  const { env, signal } = io
  return progress.step('loaded in a browser', () =>
    proveBuild(api, { built, release }, { browser, env, signal }),
  )
}

/**
 * Builds, and asks the server for every check of a deploy; without a server or a token, runs those that need none. Opens
 * the build in the live shell if there is one and a browser is installed. Stores and publishes nothing.
 */
export async function doctor(
  context: CommandContext,
  name: string,
  options: BuildOptions,
): Promise<CommandResult> {
  const { io, progress } = context
  const built = await resolveBuild(context, name, options)()
  const api = await context.tryConnect()
  const server = api?.connection.credential ? api : null
  if (!server) {
    const missing = api
      ? `no token was sent to ${api.connection.url}: ${api.connection.credentialFrom}`
      : 'no Propsight is running'
    progress.note(`The releases that are live were not compared, because ${missing}`)
  }
  const against = server?.connection.url ?? 'no live releases'
  const report = await progress.step('checks', () =>
    server ? checkOnServer(server, built) : checkOffline(built),
  )
  const hasShell = report.facts.hostContract !== null
  const proof = server && report.ok && hasShell ? await proveLoads(context, server, built) : null
  const why = proof?.outcome === 'fails' ? `: ${proof.why}` : ''
  const { version } = built
  return {
    document: { name, version, against, report, proof, seconds: progress.seconds },
    text: [
      reportText({ name, version, against }, report, painter(io.colours)),
      proof ? `${PROOF_TEXTS[proof.outcome]}${why}\n` : '',
    ].join(''),
    exitCode: report.ok && proof?.outcome !== 'fails' ? EXIT.done : EXIT.failed,
  }
}

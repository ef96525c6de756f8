import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, watch } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { extname, join, posix } from 'node:path'
import { manifestSchema, registrySchema, remoteDeclarationSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import { resolveTypedPath } from '../../../lib/environment.ts'
import type { ApiClient } from '../../../remote/api/client.ts'
import { readFiles } from '../../../remote/build/resolve-build.ts'
import type { CommandContext, CommandResult } from '../../../remote/context.ts'
import { CommandFailure, commandLine, EXIT, failed } from '../../../remote/failure.ts'
import { DIST } from '../plugins/project.ts'

// Serves the builds of a folder to the page of a Propsight. Bundlers empty the folder and write it file by file, so
// only complete builds are served, from memory, and the page reloads after each.

const MANIFEST = 'mf-manifest.json'
const RELOADS = '/__reload'
/** A build is read when its folder has not changed for this time. */
const QUIET_MS = 150
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

type BuiltFiles = ReturnType<typeof readFiles>

const listed = z.object({ sync: z.array(z.string()).default([]), async: z.array(z.string()).default([]) })
const builtManifest = manifestSchema.extend({
  exposes: z.array(z.object({ assets: z.object({ js: listed, css: listed }).optional() })),
})

interface Build {
  files: BuiltFiles
  manifest: string
  container: string
}

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)

/** The manifest of a build; for a build without one, a manifest of the container that its remote.json names. */
function readManifest(files: BuiltFiles): string | null {
  const manifest = files.get(MANIFEST)
  if (manifest) return textOf(manifest)
  const { container } = remoteDeclarationSchema.parse(JSON.parse(textOf(files.get('remote.json'))))
  if (!container) return null
  return JSON.stringify({
    metaData: {
      globalName: container.global,
      publicPath: 'auto',
      remoteEntry: { name: container.file, path: '', type: 'var' },
    },
    exposes: [{ path: './remote' }],
  })
}

/** Reads a build; null while it is incomplete: without a manifest, or without a file that the manifest names. */
function readBuild(dist: string): Build | null {
  try {
    const files = readFiles(dist)
    const manifest = readManifest(files)
    if (manifest === null) return null
    const { metaData, exposes } = builtManifest.parse(JSON.parse(manifest))
    const container = posix.join(metaData.remoteEntry.path, metaData.remoteEntry.name)
    const assets = exposes
      .flatMap(({ assets }) => (assets ? [assets.js, assets.css] : []))
      .flatMap((files) => [...files.sync, ...files.async])
    return [container, ...assets].every((path) => files.has(path)) ? { files, manifest, container } : null
  } catch {
    // A file that is being written, or was removed while the folder was read.
    return null
  }
}

const isSame = (one: Build | null, other: Build): boolean =>
  one !== null &&
  one.files.size === other.files.size &&
  [...other.files].every(([path, bytes]) => Buffer.compare(one.files.get(path) ?? Buffer.of(), bytes) === 0)

export interface BuildServer {
  server: Server
  /** Resolves when there is a build to serve. */
  ready: Promise<void>
}

/**
 * Serves the last complete build in a folder, and reloads the pages that run it after the next one.
 * @param shell origin of the pages
 */
export function createBuildServer(dist: string, shell: string): BuildServer {
  const pages = new Set<ServerResponse>()
  let isReady = (): void => undefined
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  let build: Build | null = null
  let timer: NodeJS.Timeout | undefined
  const read = () => {
    const next = readBuild(dist)
    if (!next || isSame(build, next)) return
    build = next
    isReady()
    for (const page of pages) page.write('data: built\n\n')
  }
  mkdirSync(dist, { recursive: true })
  const watcher = watch(dist, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(read, QUIET_MS)
  })
  read()

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    // The page has the origin of the shell, and loads everything with CORS.
    response.setHeader('access-control-allow-origin', shell)
    response.setHeader('cache-control', 'no-store')
    if (pathname === RELOADS) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      pages.add(response)
      response.on('close', () => pages.delete(response))
      return
    }
    const path = decodeURIComponent(pathname).slice(1)
    const type = TYPES[extname(path)]
    const bytes = build?.files.get(path)
    if (type) response.setHeader('content-type', type)
    if (path === MANIFEST && build) response.end(build.manifest)
    else if (!type || !bytes) response.writeHead(404).end()
    else if (path === build?.container)
      // Before the code of the container, which may throw.
      response.end(
        `new EventSource('http://${request.headers.host}${RELOADS}').onmessage = () => location.reload();\n${textOf(bytes)}`,
      )
    else response.end(bytes)
  })
  server.on('close', () => {
    watcher.close()
    clearTimeout(timer)
  })
  return { server, ready }
}

export interface DevOptions {
  port: number
  watch: string
}

const HOST = '127.0.0.1'

/**
 * Checks that visitors get the remote, because the page has no place for another one.
 * @throws CommandFailure conflict
 */
export async function assertReleased(api: ApiClient, name: string): Promise<void> {
  const { remotes } = await api.ask('/api/remotes', registrySchema)
  if (remotes.some((entry) => entry.name === name)) return
  throw new CommandFailure(
    EXIT.conflict,
    `${name} has no release yet, so the page has no place for it: run it alone, or begin with ${commandLine('deploy')}`,
  )
}

/**
 * Runs the build of this folder after every edit and serves it to a running Propsight, in place of the deployed
 * release, for one developer. Works with every bundler: what the page shows are builds for production.
 * Ends with Ctrl-C.
 */
export async function dev(
  { io, connect, progress }: CommandContext,
  name: string,
  { port, watch: script }: DevOptions,
): Promise<CommandResult> {
  const api = await connect()
  const root = resolveTypedPath('.', io.env)
  await assertReleased(api, name)
  const { server, ready } = createBuildServer(join(root, DIST), new URL(api.connection.url).origin)
  server.listen(port, HOST)
  await once(server, 'listening')
  // A process group of its own, because npm does not pass a signal on to the bundler.
  const build = spawn('npm', ['run', script], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  void ready.then(() => progress.note(`${api.connection.url}/?dev-remote=${name}@http://${HOST}:${port}`))
  const stop = () => build.pid !== undefined && process.kill(-build.pid, 'SIGTERM')
  io.signal.addEventListener('abort', stop, { once: true })
  const [code] = await once(build, 'exit')
  server.closeAllConnections()
  server.close()
  io.signal.throwIfAborted()
  throw failed(`npm run ${script} ended with code ${code}`)
}

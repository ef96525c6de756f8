import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, watch } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { manifestSchema, remoteDeclarationSchema } from '@propsight/shared/contracts'
import { resolveTypedPath } from '../../../lib/resolve-typed-path.ts'
import type { CommandContext, CommandResult } from '../../../remote/context.ts'
import { failed } from '../../../remote/failure.ts'
import { DIST } from '../plugins/project.ts'

export interface DevOptions {
  port: number
  watch: string
}

const HOST = '127.0.0.1'
const MANIFEST = 'mf-manifest.json'
const RELOADS = '/__reload'
/** A build writes several files; the page reloads once after the last one. */
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

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** The manifest of a build; for a build without one, a manifest of the container that its remote.json names. */
function readManifest(dist: string): { text: string; container: string } | null {
  const file = join(dist, MANIFEST)
  if (existsSync(file)) {
    const { name, path } = manifestSchema.parse(readJson(file)).metaData.remoteEntry
    return { text: readFileSync(file, 'utf8'), container: normalize(join(path, name)) }
  }
  const declaration = join(dist, 'remote.json')
  if (!existsSync(declaration)) return null
  const { container } = remoteDeclarationSchema.parse(readJson(declaration))
  if (!container) return null
  const remoteEntry = { name: container.file, path: '', type: 'var' }
  const manifest = {
    metaData: { globalName: container.global, publicPath: 'auto', remoteEntry },
    exposes: [{ path: './remote' }],
  }
  return { text: JSON.stringify(manifest), container: container.file }
}

/** Serves the builds of a folder to the page of a Propsight, which a message reloads after each build. */
function createBuildServer(dist: string, shell: string): Server {
  const pages = new Set<ServerResponse>()
  let timer: NodeJS.Timeout | undefined
  mkdirSync(dist, { recursive: true })
  const watcher = watch(dist, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const page of pages) page.write('data: built\n\n')
    }, QUIET_MS)
  })
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
    const manifest = readManifest(dist)
    // The URL parser has removed `..`.
    const path = normalize(decodeURIComponent(pathname)).slice(1)
    const file = join(dist, path)
    const type = TYPES[extname(path)]
    if (type) response.setHeader('content-type', type)
    if (path === MANIFEST && manifest) response.end(manifest.text)
    else if (!type || !statSync(file, { throwIfNoEntry: false })?.isFile()) response.writeHead(404).end()
    else if (path === manifest?.container)
      response.end(
        `${readFileSync(file, 'utf8')}\n;new EventSource('http://${request.headers.host}${RELOADS}').onmessage = () => location.reload();\n`,
      )
    else response.end(readFileSync(file))
  })
  server.on('close', () => {
    watcher.close()
    clearTimeout(timer)
  })
  return server
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
  const { connection } = await connect()
  const root = resolveTypedPath('.', io.env)
  const server = createBuildServer(join(root, DIST), new URL(connection.url).origin)
  server.listen(port, HOST)
  await once(server, 'listening')
  // A process group of its own, because npm does not pass a signal on to the bundler.
  const build = spawn('npm', ['run', script], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  progress.note(`${connection.url}/?dev-remote=${name}@http://${HOST}:${port}`)
  const stop = () => build.pid !== undefined && process.kill(-build.pid, 'SIGTERM')
  io.signal.addEventListener('abort', stop, { once: true })
  const [code] = await once(build, 'exit')
  server.closeAllConnections()
  server.close()
  io.signal.throwIfAborted()
  throw failed(`npm run ${script} ended with code ${code}`)
}

import { mkdirSync, watch } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { extname, posix } from 'node:path'
import { manifestSchema, remoteDeclarationSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import { readFiles } from '../../../remote/build/resolve-build.ts'

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

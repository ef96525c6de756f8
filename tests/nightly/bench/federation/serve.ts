import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import { startTestApi, type TestUser } from '@propsight/api/testing'
import { type Release, registrySchema } from '@propsight/shared/contracts'
import { SHELL } from '@propsight/tools/testing'

export interface Served {
  /** Address for the browser. */
  url: string
  user: TestUser
  /** Makes releases live, and waits until visitors get them. */
  publish(releases: Release[]): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 100

/**
 * Serves releases by the real API on its own database, behind a proxy. Both sides of the comparison use the
 * proxy, so that its cost is the same.
 * @param bundles folders to copy into the store as `<name>/<version>/`
 * @param rewrite changes the HTML of pages, for the side whose remotes are chunks of the shell
 */
export async function serve({
  bundles,
  releases,
  rewrite = (html) => html,
}: {
  bundles: { name: string; version: string; folder: string }[]
  releases: Release[]
  rewrite?: (html: string) => string
}): Promise<Served> {
  const store = mkdtempSync(join(tmpdir(), 'propsight-bench-bundles-'))
  for (const { name, version, folder } of bundles) {
    mkdirSync(join(store, name), { recursive: true })
    cpSync(folder, join(store, name, version), { recursive: true })
  }
  const api = await startTestApi({ bundlesDir: store })
  const publish = async (published: Release[]) => {
    for (const release of published) {
      const { error } = await api.admin.rpc('publish_release', { p_release: release })
      if (error) throw new Error(`publishing ${release.name}: ${error.message}`)
    }
    while (!(await areLive(api.url, published))) await setTimeout(POLL_MS)
  }
  await publish(releases)
  const user = await api.createUser()
  const front = await startFront(api.url, rewrite)
  return {
    url: front.url,
    user,
    publish,
    async stop() {
      await front.stop()
      await api.close()
      rmSync(store, { recursive: true, force: true })
    },
  }
}

async function areLive(url: string, releases: Release[]): Promise<boolean> {
  const { remotes, shell } = registrySchema.parse(await (await fetch(`${url}/api/remotes`)).json())
  return releases.every(({ name, version }) => {
    const live = name === SHELL ? shell : remotes.find((remote) => remote.name === name)
    return live?.version === version
  })
}

/** Compresses a page with the brotli level that the API uses for dynamic answers. */
const compressPage = (html: string): Buffer =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

async function startFront(target: string, rewrite: (html: string) => string) {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const page = incoming.headers.accept?.includes('text/html')
    // Pages are requested uncompressed, because they are rewritten. Everything else is requested with brotli,
    // which browsers support only over HTTPS, so this browser would not request it here.
    const headers = { ...incoming.headers, 'accept-encoding': page ? 'identity' : 'br' }
    const forwarded = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        if (!page) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
          return
        }
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => {
          const html = compressPage(rewrite(Buffer.concat(chunks).toString()))
          const { 'content-length': _, ...rest } = answer.headers
          outgoing.writeHead(answer.statusCode ?? 502, {
            ...rest,
            'content-encoding': 'br',
            'content-length': html.length,
          })
          outgoing.end(html)
        })
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

import { tmpdir } from 'node:os'
import { startStaticServer } from '../static-server.ts'

export interface Listener {
  /** Another origin, which takes everything and answers everything as a script. */
  readonly url: string
  /** Paths with their queries, in order. */
  readonly asked: readonly string[]
  /** What it answers at a path, as a page. */
  pages: Map<string, string>
  close(): Promise<void>
}

/** An attacker's server. */
export async function startListener(): Promise<Listener> {
  const asked: string[] = []
  const pages = new Map<string, string>()
  const { url, stop } = await startStaticServer({
    folder: tmpdir(),
    intercept(request, response) {
      const path = request.url ?? '/'
      asked.push(path)
      const html = pages.get(path)
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', html === undefined ? 'text/javascript' : 'text/html')
      response.end(html ?? 'globalThis.hurt?.()')
      return true
    },
  })
  return { url, asked, pages, close: stop }
}

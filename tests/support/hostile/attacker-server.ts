import { tmpdir } from 'node:os'
import { startStaticServer } from '../services/static-server.ts'

export interface AttackerServer {
  /** An origin that accepts every request and answers it with a script. */
  readonly url: string
  /** Requested paths with their queries, in order. */
  readonly requests: readonly string[]
  /** HTML pages by path; they replace the script. */
  pages: Map<string, string>
  close(): Promise<void>
}

/** Starts a server that represents the attacker's origin. */
export async function startAttackerServer(): Promise<AttackerServer> {
  const requests: string[] = []
  const pages = new Map<string, string>()
  const { url, stop } = await startStaticServer({
    folder: tmpdir(),
    intercept(request, response) {
      const path = request.url ?? '/'
      requests.push(path)
      const html = pages.get(path)
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', html === undefined ? 'text/javascript' : 'text/html')
      response.end(html ?? 'globalThis.hurt?.()')
      return true
    },
  })
  return { url, requests, pages, close: stop }
}

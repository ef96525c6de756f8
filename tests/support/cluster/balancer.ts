import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitUntil } from '../wait-until.ts'

const READY_CHECK_MS = 100
const READY_TIMEOUT_MS = 2_000
/** One late answer may be a busy machine; after this many in a row the instance counts as not ready. */
const LATE_CHECKS = 3

export interface Balancer {
  readonly url: string
  /** Number of requests answered by each instance, by its URL. */
  readonly answered: ReadonlyMap<string, number>
  /** Number of requests that the balancer answered with 502 or 503, or whose response was truncated. */
  failed(): number
  /** Adds an instance. Resolves when it is ready. */
  add(url: string): Promise<void>
  /** Sends no new requests to the instance. Requests in progress continue. */
  remove(url: string): void
  close(): Promise<void>
}

/**
 * Starts a load balancer in front of several API instances. It distributes requests round-robin over the
 * instances whose `/ready` succeeds, or over all if none does, and sets `x-forwarded-for`. If an instance
 * refuses the connection, the request goes to another one. A request that an instance accepted is never
 * repeated: only the client knows whether that is safe.
 */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const ready = new Map<string, boolean>()
  const answered = new Map<string, number>()
  let failures = 0
  let turn = 0

  const refuse = (to: ServerResponse, status: number) => {
    failures += 1
    if (to.headersSent) {
      to.destroy()
      return
    }
    to.writeHead(status, { 'content-type': 'text/plain', 'retry-after': '1' })
    to.end('no instance answers')
  }
  const choose = (tried: Set<string>): string | undefined => {
    const untried = [...ready].filter(([url]) => !tried.has(url))
    const readyInstances = untried.filter(([, isReady]) => isReady)
    // If none is ready, a shared service has failed; the instances still answer requests that do not need it.
    const candidates = readyInstances.length > 0 ? readyInstances : untried
    turn += 1
    return candidates[turn % Math.max(1, candidates.length)]?.[0]
  }
  const forward = (from: IncomingMessage, to: ServerResponse, tried = new Set<string>()): void => {
    const target = choose(tried)
    if (!target) {
      refuse(to, 503)
      return
    }
    tried.add(target)
    const { hostname, port } = new URL(target)
    const { url: path, method, headers } = from
    const forwarded = { ...headers, 'x-forwarded-for': from.socket.remoteAddress ?? '' }
    let connected = false
    const call = send({ agent, hostname, port, path, method, headers: forwarded }, (answer) => {
      answered.set(target, (answered.get(target) ?? 0) + 1)
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
      answer.on('error', () => refuse(to, 502))
    })
    call.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => start())
      else start()
    })
    const start = () => {
      connected = true
      from.pipe(call)
    }
    call.on('error', () => {
      // The client left, for example to another page, and the call was ended for it.
      if (to.destroyed) return
      if (connected) {
        refuse(to, 502)
        return
      }
      ready.set(target, false)
      forward(from, to, tried)
    })
    to.on('close', () => call.destroy())
  }

  const server = createServer((from, to) => forward(from, to))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const late = new Map<string, number>()
  const check = async (url: string) => {
    try {
      const { ok } = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) })
      late.set(url, 0)
      if (ready.has(url)) ready.set(url, ok)
    } catch (error) {
      const lateChecks = (late.get(url) ?? 0) + 1
      late.set(url, lateChecks)
      const isLate = error instanceof DOMException && error.name === 'TimeoutError'
      if (ready.has(url) && (!isLate || lateChecks >= LATE_CHECKS)) ready.set(url, false)
    }
  }
  const checking = new Set<string>()
  const timer = setInterval(() => {
    for (const url of ready.keys()) {
      if (checking.has(url)) continue
      checking.add(url)
      void check(url).finally(() => checking.delete(url))
    }
  }, READY_CHECK_MS)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    failed: () => failures,
    async add(url) {
      ready.set(url, false)
      await waitUntil(`${url} to be ready`, () => ready.get(url) === true)
    },
    remove(url) {
      ready.delete(url)
    },
    close: () =>
      new Promise((done) => {
        clearInterval(timer)
        agent.destroy()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A fault of an upstream: an error status with a body in the service's format (`status`), an HTML page
 * instead of data (`garbage`), a truncated answer (`cut`), JSON of another shape (`shape`), no answer
 * (`silence`), a late one (`late`).
 */
export type Fault =
  | { kind: 'status'; status: number; retryAfterSeconds?: number }
  | { kind: 'garbage' | 'cut' | 'shape' | 'silence' }
  | { kind: 'late'; ms: number }

export interface UpstreamProxy {
  readonly url: string
  /** Number of requests per path with its query, including those answered with a fault. */
  readonly requestCounts: ReadonlyMap<string, number>
  /** Number of completed answers per path. A request that was aborted and retried counts once. */
  readonly answerCounts: ReadonlyMap<string, number>
  /** Maximum number of concurrent requests to the stats service. */
  mostAtOnce(): number
  /** Answers requests for matching paths with this fault from now on. */
  set(path: RegExp, fault: Fault): void
  heal(): void
  /** Resets the counts. */
  forget(): void
  close(): Promise<void>
}

const PAGE = '<!doctype html><title>Access denied</title><h1>Please verify you are a human</h1>'

/** Starts a proxy in front of a service that forwards and counts requests and injects faults on demand. */
export async function startUpstreamProxy(target: string): Promise<UpstreamProxy> {
  const { hostname, port } = new URL(target)
  const requestCounts = new Map<string, number>()
  const answerCounts = new Map<string, number>()
  const faults: { path: RegExp; fault: Fault }[] = []
  const hanging = new Set<ServerResponse>()
  let inProgress = 0
  let mostInProgress = 0

  const forward = (from: IncomingMessage, to: ServerResponse, cut = false) => {
    const { url: path, method, headers } = from
    const call = send({ hostname, port, path, method, headers }, (answer) => {
      // The headers announce the full length, so the client sees a body that ends too early.
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      if (!cut) {
        answer.pipe(to)
        return
      }
      answer.once('data', (part: Buffer) => {
        to.write(part.subarray(0, Math.max(1, Math.floor(part.length / 2))), () => to.destroy())
        answer.destroy()
      })
    })
    call.on('error', () => to.destroy())
    to.on('close', () => call.destroy())
    from.pipe(call)
  }

  const applyFault = (fault: Fault, from: IncomingMessage, to: ServerResponse) => {
    if (fault.kind === 'silence') {
      hanging.add(to)
      to.on('close', () => hanging.delete(to))
    } else if (fault.kind === 'late') {
      const timer = setTimeout(() => forward(from, to), fault.ms)
      to.on('close', () => clearTimeout(timer))
    } else if (fault.kind === 'cut') {
      forward(from, to, true)
    } else if (fault.kind === 'status') {
      const wait = fault.retryAfterSeconds
      to.writeHead(fault.status, {
        'content-type': 'application/json',
        ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
      })
      to.end(JSON.stringify({ message: 'This service is not for you', messageNumber: 1 }))
    } else {
      const garbage = fault.kind === 'garbage'
      to.writeHead(200, { 'content-type': garbage ? 'text/html' : 'application/json' })
      to.end(garbage ? PAGE : JSON.stringify({ data: 'elsewhere', people: 7, dates: null, stats: {} }))
    }
  }

  const server = createServer((from, to) => {
    const path = from.url ?? '/'
    requestCounts.set(path, (requestCounts.get(path) ?? 0) + 1)
    to.once('finish', () => answerCounts.set(path, (answerCounts.get(path) ?? 0) + 1))
    if (path.startsWith('/api/v1/')) {
      inProgress += 1
      mostInProgress = Math.max(mostInProgress, inProgress)
      to.once('close', () => {
        inProgress -= 1
      })
    }
    const found = faults.find((each) => each.path.test(path))
    if (found) applyFault(found.fault, from, to)
    else forward(from, to)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const endHangingAnswers = () => {
    for (const answer of hanging) answer.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestCounts,
    answerCounts,
    mostAtOnce: () => mostInProgress,
    set: (path, fault) => faults.unshift({ path, fault }),
    heal: () => {
      faults.splice(0)
      endHangingAnswers()
    },
    forget: () => {
      requestCounts.clear()
      answerCounts.clear()
    },
    close: () =>
      new Promise((done) => {
        endHangingAnswers()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

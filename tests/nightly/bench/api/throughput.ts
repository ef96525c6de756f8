import autocannon from 'autocannon'
import type { Call } from './raw-call.ts'
import { workedSeconds } from './worked-seconds.ts'

const CONNECTIONS = 16

export interface Side {
  url: string
  pid: number
}

export interface Throughput {
  requestsASecond: number
  /** Requests per second of server CPU time, which is independent of other load on the machine. */
  requestsACoreSecond: number
}

/**
 * Measures the throughput of one request at a server.
 * @throws Error if a request fails or is not answered with 2xx
 */
export async function throughputOf({ url, pid }: Side, call: Call, seconds: number): Promise<Throughput> {
  const { path, ...request } = call
  const before = workedSeconds(pid)
  const result = await autocannon({
    url: url + path,
    ...request,
    connections: CONNECTIONS,
    duration: seconds,
  })
  const worked = (workedSeconds(pid) ?? Number.NaN) - (before ?? Number.NaN)
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0 || result['2xx'] === 0) {
    throw new Error(`${failed} of ${result.requests.total} calls of ${path} failed`)
  }
  const requestsASecond = result['2xx'] / result.duration
  return {
    requestsASecond,
    requestsACoreSecond: worked > 0 ? result['2xx'] / worked : requestsASecond,
  }
}

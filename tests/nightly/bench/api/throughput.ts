import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import autocannon from 'autocannon'
import { cpuSecondsOf } from '../../../support/process-figures.ts'
import type { Call } from './raw-call.ts'

/** The last core, because the first one usually handles most interrupts. */
const CORE = availableParallelism() - 1

/** Whether processes can be pinned to a core (taskset of util-linux, Linux only). */
const canPin = (): boolean => spawnSync('taskset', ['--version']).status === 0

/**
 * Pins a process with all its current and future threads to one core, so that helper threads (compression)
 * share the core of the server.
 * @returns the core, or null if pinning is not available
 */
export function pinToOneCore(pid: number): number | null {
  if (!canPin()) return null
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', String(CORE), String(pid)])
  return status === 0 ? CORE : null
}

const CONNECTIONS = 16

export interface Server {
  url: string
  pid: number
}

export interface Throughput {
  requestsPerSecond: number
  /** Requests per second of server CPU time, which is independent of other load on the machine. */
  requestsPerCoreSecond: number
}

/**
 * Measures the throughput of one request at a server.
 * @throws Error if a request fails or is not answered with 2xx
 */
export async function measureThroughput(
  { url, pid }: Server,
  call: Call,
  seconds: number,
): Promise<Throughput> {
  const { path, ...request } = call
  const before = cpuSecondsOf(pid)
  const result = await autocannon({
    url: url + path,
    ...request,
    connections: CONNECTIONS,
    duration: seconds,
  })
  const worked = cpuSecondsOf(pid) - before
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0 || result['2xx'] === 0) {
    throw new Error(`${failed} of ${result.requests.total} calls of ${path} failed`)
  }
  const requestsPerSecond = result['2xx'] / result.duration
  return {
    requestsPerSecond,
    requestsPerCoreSecond: worked > 0 ? result['2xx'] / worked : requestsPerSecond,
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { FaultEnvironment } from '../../../support/faults/environment.ts'
import { type Fault, NEEDS_DATABASE, NEEDS_LEAGUE } from '../../../support/faults/fault.ts'
import type { Condition } from '../../../support/faults/network-proxy.ts'

/**
 * Alternates SIGSTOP and SIGCONT so that a process runs for `share` of the time, as on an overloaded machine.
 */
export function throttleProcess(pid: number, share: number, periodMs = 200): { end(): void } {
  let timer: NodeJS.Timeout
  const sendSignal = (signal: 'SIGSTOP' | 'SIGCONT') => {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has exited.
      return
    }
    const running = signal === 'SIGCONT'
    timer = setTimeout(
      () => sendSignal(running ? 'SIGSTOP' : 'SIGCONT'),
      periodMs * (running ? share : 1 - share),
    )
  }
  sendSignal('SIGSTOP')
  return {
    end() {
      clearTimeout(timer)
      sendSignal('SIGCONT')
      clearTimeout(timer)
    },
  }
}

/**
 * Longer than the time limits of the product: data service request (10 s), health check (2 s), Redis (3 s).
 */
const PAUSE_SECONDS = 14
/** A slow network in each direction, but fast enough for requests to stay within their time limits. */
const SLOW: Condition = { kind: 'slow', latencyMs: 10, bytesPerSecond: 4e6 }
const SLOW_SECONDS = 8
/** Share of the time in which the slowed process runs. */
const SHARE = 0.5

const noRedis = ({ proxies }: FaultEnvironment) => (proxies.redis ? null : 'this machine has no redis-server')
const secondInstance = ({ cluster }: FaultEnvironment) => {
  const instance = cluster.instances[1]
  if (!instance) throw new Error('there is no second instance')
  return instance
}
const pidOf = (pid: number | undefined): number => {
  if (!pid) throw new Error('a process without a pid')
  return pid
}

/** A network condition between the instances and a service. */
const onNetwork = (
  part: keyof FaultEnvironment['proxies'],
  condition: Condition,
  rest: Omit<Fault, 'inject' | 'heal'>,
): Fault => ({
  missing: part === 'redis' ? noRedis : () => null,
  ...rest,
  inject: ({ environment }) => environment.proxies[part]?.setCondition(condition),
  heal: ({ environment }) => environment.proxies[part]?.setCondition({ kind: 'clear' }),
})

const pausedProcess = (
  pid: (environment: FaultEnvironment) => number,
  rest: Omit<Fault, 'inject' | 'heal'>,
): Fault => ({
  ...rest,
  inject({ environment }) {
    process.kill(pid(environment), 'SIGSTOP')
  },
  heal({ environment }) {
    process.kill(pid(environment), 'SIGCONT')
  },
})

let throttled = { end() {} }

/** Kill (SIGKILL), pause and slowdown of each process in turn. */
export const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'kill database',
    short: true,
    seconds: 2,
    mayFail: NEEDS_DATABASE,
    inject({ environment }) {
      process.kill(environment.cluster.database.pid, 'SIGKILL')
    },
    heal: ({ environment }) => environment.cluster.database.restart(),
  },
  onNetwork(
    'database',
    { kind: 'stalled' },
    {
      name: 'pause database',
      seconds: PAUSE_SECONDS,
      mayFail: NEEDS_DATABASE,
      during: async ({ pages }) => (await pages?.expectFailureNotice()) ?? [],
    },
  ),
  onNetwork('database', SLOW, { name: 'slow database', seconds: SLOW_SECONDS, mayFail: [] }),
  {
    name: 'kill API',
    short: true,
    seconds: 2,
    mayFail: 'all',
    inject: ({ environment }) => environment.cluster.removeInstance(secondInstance(environment), 'SIGKILL'),
    async heal({ environment }) {
      await environment.cluster.addInstance()
    },
  },
  pausedProcess((environment) => pidOf(secondInstance(environment).process.pid), {
    name: 'pause API',
    seconds: PAUSE_SECONDS,
    mayFail: 'all',
  }),
  {
    name: 'slow API',
    seconds: SLOW_SECONDS,
    mayFail: [],
    inject({ environment }) {
      throttled = throttleProcess(pidOf(secondInstance(environment).process.pid), SHARE)
    },
    heal: () => throttled.end(),
  },
  {
    name: 'kill Redis',
    seconds: 2,
    mayFail: [],
    missing: noRedis,
    async inject({ environment }) {
      environment.cluster.redis?.kill('SIGKILL')
      await wait(0)
    },
    heal: ({ environment }) => environment.cluster.redis?.restart(),
  },
  {
    ...pausedProcess((environment) => pidOf(environment.cluster.redis?.pid()), {
      name: 'pause Redis',
      seconds: 5,
      mayFail: [],
    }),
    short: true,
    missing: noRedis,
  },
  onNetwork('redis', SLOW, { name: 'slow Redis', seconds: SLOW_SECONDS, mayFail: [] }),
  onNetwork('upstream', { kind: 'away' }, { name: 'kill upstream', seconds: 6, mayFail: NEEDS_LEAGUE }),
  onNetwork(
    'upstream',
    { kind: 'stalled' },
    { name: 'pause upstream', short: true, seconds: 5, mayFail: NEEDS_LEAGUE },
  ),
  onNetwork('upstream', SLOW, { name: 'slow upstream', seconds: SLOW_SECONDS, mayFail: [] }),
  onNetwork('origin', { kind: 'away' }, { name: 'kill origin', seconds: 3, mayFail: [] }),
  onNetwork('origin', { kind: 'stalled' }, { name: 'pause origin', seconds: 6, mayFail: [] }),
  onNetwork('origin', SLOW, { name: 'slow origin', seconds: 3, mayFail: [] }),
]

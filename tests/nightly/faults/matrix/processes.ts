import { setTimeout as wait } from 'node:timers/promises'
import { type Fault, OF_THE_DATABASE, OF_THE_LEAGUE } from '../../../support/faults/fault.ts'
import type { Stage } from '../../../support/faults/environment.ts'
import { starve } from '../../../support/faults/throttle-process.ts'
import type { Condition } from '../../../support/faults/network-proxy.ts'

/**
 * Longer than the time limits of the product: data service request (10 s), health check (2 s), Redis (3 s).
 */
const PAUSE_SECONDS = 14
/** A slow network in each direction, but fast enough for requests to stay within their time limits. */
const SLOW: Condition = { kind: 'slow', latencyMs: 10, bytesPerSecond: 4e6 }
const SLOW_SECONDS = 8
/** Share of the time in which the slowed process runs. */
const SHARE = 0.5

const noRedis = ({ wires }: Stage) => (wires.redis ? null : 'this machine has no redis-server')
const second = ({ cluster }: Stage) => {
  const instance = cluster.instances[1]
  if (!instance) throw new Error('there is no second instance')
  return instance
}
const pidOf = (pid: number | undefined): number => {
  if (!pid) throw new Error('a process without a pid')
  return pid
}

/** A network condition between the instances and a service. */
const overTheWire = (
  part: keyof Stage['wires'],
  condition: Condition,
  rest: Omit<Fault, 'strike' | 'heal'>,
): Fault => ({
  missing: part === 'redis' ? noRedis : () => null,
  ...rest,
  strike: ({ stage }) => stage.wires[part]?.become(condition),
  heal: ({ stage }) => stage.wires[part]?.become({ kind: 'clear' }),
})

const bySignal = (pid: (stage: Stage) => number, rest: Omit<Fault, 'strike' | 'heal'>): Fault => ({
  ...rest,
  strike: ({ stage }) => void process.kill(pid(stage), 'SIGSTOP'),
  heal: ({ stage }) => void process.kill(pid(stage), 'SIGCONT'),
})

let starved = { end() {} }

/** Kill (SIGKILL), pause and slowdown of each process in turn. */
export const PROCESS_FAULTS: readonly Fault[] = [
  {
    ...{ name: 'kill database', short: true, seconds: 2, mayFail: OF_THE_DATABASE },
    strike: ({ stage }) => void process.kill(stage.cluster.database.pid, 'SIGKILL'),
    heal: ({ stage }) => stage.cluster.database.restart(),
  },
  overTheWire(
    'database',
    { kind: 'stalled' },
    {
      ...{ name: 'pause database', seconds: PAUSE_SECONDS, mayFail: OF_THE_DATABASE },
      during: async ({ pages }) => (await pages?.sayFailed()) ?? [],
    },
  ),
  overTheWire('database', SLOW, { name: 'slow database', seconds: SLOW_SECONDS, mayFail: [] }),
  {
    ...{ name: 'kill API', short: true, seconds: 2, mayFail: 'all' },
    strike: ({ stage }) => stage.cluster.removeInstance(second(stage), 'SIGKILL'),
    heal: async ({ stage }) => void (await stage.cluster.addInstance()),
  },
  bySignal((stage) => pidOf(second(stage).process.pid), {
    ...{ name: 'pause API', seconds: PAUSE_SECONDS, mayFail: 'all' },
  }),
  {
    ...{ name: 'slow API', seconds: SLOW_SECONDS, mayFail: [] },
    strike({ stage }) {
      starved = starve(pidOf(second(stage).process.pid), SHARE)
    },
    heal: () => starved.end(),
  },
  {
    ...{ name: 'kill Redis', seconds: 2, mayFail: [], missing: noRedis },
    async strike({ stage }) {
      stage.cluster.redis?.kill('SIGKILL')
      await wait(0)
    },
    heal: ({ stage }) => stage.cluster.redis?.restart(),
  },
  {
    ...bySignal((stage) => pidOf(stage.cluster.redis?.pid()), {
      name: 'pause Redis',
      seconds: 5,
      mayFail: [],
    }),
    ...{ short: true, missing: noRedis },
  },
  overTheWire('redis', SLOW, { name: 'slow Redis', seconds: SLOW_SECONDS, mayFail: [] }),
  overTheWire('upstream', { kind: 'away' }, { name: 'kill upstream', seconds: 6, mayFail: OF_THE_LEAGUE }),
  overTheWire(
    'upstream',
    { kind: 'stalled' },
    {
      ...{ name: 'pause upstream', short: true, seconds: 5, mayFail: OF_THE_LEAGUE },
    },
  ),
  overTheWire('upstream', SLOW, { name: 'slow upstream', seconds: SLOW_SECONDS, mayFail: [] }),
  overTheWire('origin', { kind: 'away' }, { name: 'kill origin', seconds: 3, mayFail: [] }),
  overTheWire('origin', { kind: 'stalled' }, { name: 'pause origin', seconds: 6, mayFail: [] }),
  overTheWire('origin', SLOW, { name: 'slow origin', seconds: 3, mayFail: [] }),
]

import { type Fault, OF_THE_DATABASE, OF_THE_LEAGUE } from '../../../support/faults/fault.ts'

/** Longer than the time limit of a data service request. */
const SECONDS = 12

const vanish = (part: 'database' | 'redis' | 'upstream', mayFail: Fault['mayFail']): Fault => ({
  ...{ name: `half-open ${part}`, seconds: SECONDS, mayFail },
  missing: ({ wires }) => (wires[part] ? null : 'this machine has no redis-server'),
  strike: ({ stage }) => stage.wires[part]?.vanish(),
  // Nothing to undo: new connections work immediately, old ones stay half-open.
  heal: () => {},
})

/** Half-open connections, as after a power loss of the peer: they stay open and are never answered. */
export const SOCKET_FAULTS: readonly Fault[] = [
  vanish('database', OF_THE_DATABASE),
  vanish('redis', []),
  vanish('upstream', OF_THE_LEAGUE),
]

import { type Fault, OF_THE_DATABASE, OF_THE_LEAGUE } from '../../../support/faults/fault.ts'

/** Longer than a call of the data service may take. */
const SECONDS = 12

const vanish = (part: 'database' | 'redis' | 'upstream', mayFail: Fault['mayFail']): Fault => ({
  ...{ name: `half-open ${part}`, seconds: SECONDS, mayFail },
  missing: ({ wires }) => (wires[part] ? null : 'this machine has no redis-server'),
  strike: ({ stage }) => stage.wires[part]?.vanish(),
  // Nothing to heal: new connections work at once, old ones stay dead.
  heal: () => {},
})

/** A peer that lost its power: its connections stay open and are never answered. */
export const SOCKET_FAULTS: readonly Fault[] = [
  vanish('database', OF_THE_DATABASE),
  vanish('redis', []),
  vanish('upstream', OF_THE_LEAGUE),
]

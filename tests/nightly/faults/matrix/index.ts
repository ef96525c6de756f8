import { writeFileSync } from 'node:fs'
import type { FaultEnvironment } from '../../../support/faults/environment.ts'
import { type Fault, NEEDS_DATABASE, NEEDS_LEAGUE } from '../../../support/faults/fault.ts'
import { fillDisk, freeDisk } from '../../../support/faults/small-disk.ts'
import { PROCESS_FAULTS } from './processes.ts'
import { RESTORE_FAULTS } from './restore.ts'

const OFFLINE_SECONDS = 4

/** Failures of the network on the browser side. */
export const BROWSER_FAULTS: readonly Fault[] = [
  {
    name: 'browsers offline',
    seconds: OFFLINE_SECONDS,
    mayFail: [],
    missing: (_environment, pages) => (pages ? null : 'no browser is open in this form'),
    inject: ({ pages }) => pages?.setOffline(true),
    during: async ({ pages }) => (await pages?.expectOfflineNotice()) ?? [],
    heal: ({ pages }) => pages?.setOffline(false),
  },
]

const HOUR_MS = 3_600_000
const CLOCK_SECONDS = 6

function setClocks({ cluster, clockFile }: FaultEnvironment, offsetMs: number): void {
  writeFileSync(clockFile, String(offsetMs))
  for (const { process: instance } of cluster.instances) instance.kill('SIGUSR2')
}

/**
 * Shifts the clock of the API processes by a stub. The database keeps the clock of the machine. Tokens that a
 * jump expires are correctly refused, and sessions created during the jump may be refused afterwards.
 */
const clockJump = (name: string, hours: number): Fault => ({
  name,
  seconds: CLOCK_SECONDS,
  mayFail: 'all',
  inject: ({ environment }) => setClocks(environment, hours * HOUR_MS),
  heal: ({ environment }) => setClocks(environment, 0),
})

export const CLOCK_FAULTS: readonly Fault[] = [
  clockJump('clock 6 h ahead', 6),
  clockJump('clock 6 h behind', -6),
]

const folderOf = (environment: FaultEnvironment, disk: 'database' | 'bundles'): string => {
  const folder = environment.disks[disk]
  if (!folder) throw new Error(`${disk} has no separate disk`)
  return folder
}

const fullDisk = (
  disk: 'database' | 'bundles',
  rest: Pick<Fault, 'seconds' | 'mayFail'> & { short?: true },
): Fault => ({
  name: `disk full, ${disk}`,
  ...rest,
  missing: ({ disks }) => (disks[disk] ? null : disks.why),
  inject: ({ environment }) => fillDisk(folderOf(environment, disk)),
  async heal({ environment }) {
    freeDisk(folderOf(environment, disk))
    // PostgreSQL exits if it cannot write its WAL. In production the supervisor restarts it.
    if (disk === 'database' && !environment.cluster.database.isAlive())
      await environment.cluster.database.restart()
  },
})

export const DISK_FAULTS: readonly Fault[] = [
  fullDisk('database', { seconds: 6, mayFail: 'all', short: true }),
  fullDisk('bundles', { seconds: 3, mayFail: [] }),
]

/** Longer than the time limit of a data service request. */
const HALF_OPEN_SECONDS = 12

const halfOpen = (part: 'database' | 'redis' | 'upstream', mayFail: Fault['mayFail']): Fault => ({
  name: `half-open ${part}`,
  seconds: HALF_OPEN_SECONDS,
  mayFail,
  missing: ({ proxies }) => (proxies[part] ? null : 'this machine has no redis-server'),
  inject: ({ environment }) => environment.proxies[part]?.vanish(),
  // Nothing to undo: new connections work immediately, old ones stay half-open.
  heal: () => {},
})

/** Half-open connections, as after a power loss of the peer: they stay open and are never answered. */
export const SOCKET_FAULTS: readonly Fault[] = [
  halfOpen('database', NEEDS_DATABASE),
  halfOpen('redis', []),
  halfOpen('upstream', NEEDS_LEAGUE),
]

/**
 * No fault: failures in this row are caused by other load on the machine and show how reliable the other rows
 * are.
 */
const CONTROL: Fault = {
  name: 'nothing',
  short: true,
  seconds: 3,
  mayFail: [],
  inject: () => {},
  heal: () => {},
}

/** Every fault of `npm run test:faults`, in order of execution. */
export const FAULTS: readonly Fault[] = [
  CONTROL,
  ...PROCESS_FAULTS,
  ...SOCKET_FAULTS,
  ...DISK_FAULTS,
  ...CLOCK_FAULTS,
  ...BROWSER_FAULTS,
  ...RESTORE_FAULTS,
]

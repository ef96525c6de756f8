import type { Fault } from '../../../support/faults/fault.ts'
import { fillDisk, freeDisk } from '../../../support/faults/small-disk.ts'
import type { Stage } from '../../../support/faults/environment.ts'

const folderOf = (stage: Stage, disk: 'database' | 'bundles'): string => {
  const folder = stage.disks[disk]
  if (!folder) throw new Error(`no disk of its own for ${disk}`)
  return folder
}

const full = (
  disk: 'database' | 'bundles',
  rest: Pick<Fault, 'seconds' | 'mayFail'> & { short?: true },
): Fault => ({
  ...{ name: `disk full, ${disk}`, ...rest },
  missing: ({ disks }) => (disks[disk] ? null : disks.why),
  strike: ({ stage }) => fillDisk(folderOf(stage, disk)),
  async heal({ stage }) {
    freeDisk(folderOf(stage, disk))
    // PostgreSQL exits if it cannot write its WAL. In production the supervisor restarts it.
    if (disk === 'database' && !stage.cluster.database.isAlive()) await stage.cluster.database.restart()
  },
})

export const DISK_FAULTS: readonly Fault[] = [
  full('database', { seconds: 6, mayFail: 'all', short: true }),
  full('bundles', { seconds: 3, mayFail: [] }),
]

import type { Fault } from '../../support/faults/fault.ts'
import { CLOCK_FAULTS } from './clocks.ts'
import { DISK_FAULTS } from './disks.ts'
import { PROCESS_FAULTS } from './processes.ts'
import { SOCKET_FAULTS } from './sockets.ts'

/** Every fault of `npm run test:faults`, in the order in which they are tried. */
export const FAULTS: readonly Fault[] = [...PROCESS_FAULTS, ...SOCKET_FAULTS, ...DISK_FAULTS, ...CLOCK_FAULTS]

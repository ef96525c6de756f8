import type { Fault } from '../../../support/faults/fault.ts'
import { BROWSER_FAULTS } from './browsers.ts'
import { CLOCK_FAULTS } from './clocks.ts'
import { DISK_FAULTS } from './disks.ts'
import { PROCESS_FAULTS } from './processes.ts'
import { RESTORE_FAULTS } from './restore.ts'
import { SOCKET_FAULTS } from './sockets.ts'

/**
 * No fault: failures in this row are caused by other load on the machine and show how reliable the other rows
 * are.
 */
const CONTROL: Fault = {
  name: 'nothing',
  short: true,
  seconds: 3,
  mayFail: [],
  strike: () => {},
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

import type { Fault } from '../../../support/faults/fault.ts'
import { BROWSER_FAULTS } from './browsers.ts'
import { CLOCK_FAULTS } from './clocks.ts'
import { DISK_FAULTS } from './disks.ts'
import { PROCESS_FAULTS } from './processes.ts'
import { RESTORE_FAULTS } from './restore.ts'
import { SOCKET_FAULTS } from './sockets.ts'

/** No fault: failures here come from the load of this machine and show how far to trust the other rows. */
const CONTROL: Fault = {
  name: 'nothing',
  short: true,
  seconds: 3,
  mayFail: [],
  strike: () => {},
  heal: () => {},
}

/** Every fault of `npm run test:faults`, in the order in which they are tried. */
export const FAULTS: readonly Fault[] = [
  CONTROL,
  ...PROCESS_FAULTS,
  ...SOCKET_FAULTS,
  ...DISK_FAULTS,
  ...CLOCK_FAULTS,
  ...BROWSER_FAULTS,
  ...RESTORE_FAULTS,
]

import { leaseHistory } from './history.ts'
import { watchLeases } from './lease.ts'
import { leaseListeners } from './listeners.ts'
import { leasePageAttributes } from './page-attributes.ts'
import { leaseStorage } from './storage.ts'
import { leaseStyleSheets } from './style-sheets.ts'
import { leaseTimers } from './timers.ts'

/** Makes every effect of remotes on the page end with their mount, see `lease.ts`. Called once per page. */
export function leasePage(): void {
  leaseListeners()
  leaseTimers()
  leaseStyleSheets()
  leasePageAttributes()
  leaseHistory()
  leaseStorage()
  watchLeases()
}

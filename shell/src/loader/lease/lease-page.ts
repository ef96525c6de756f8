import { leaseElements } from './elements.ts'
import { leaseHistory, watchLeases } from './lease.ts'
import { leaseListeners } from './listeners.ts'
import { leaseNatives } from './natives.ts'
import { leasePageSettings } from './page-settings.ts'
import { leaseStorage } from './storage.ts'
import { leaseTimers } from './timers.ts'

/** Makes every effect of remotes on the page end with their mount, see `lease.ts`. Called once per page. */
export function leasePage(): void {
  leaseListeners()
  leaseTimers()
  leaseElements()
  leasePageSettings()
  leaseHistory()
  leaseStorage()
  // After the others, whose functions are not replaced ones.
  leaseNatives()
  watchLeases()
}

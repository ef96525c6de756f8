import { safeStorage } from './safe-storage.ts'

/** Storage of this browser tab. Survives reloads. */
export const tabStorage = safeStorage(() => sessionStorage)

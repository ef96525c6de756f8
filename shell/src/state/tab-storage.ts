import { safeStorage } from './safe-storage.ts'

/** What this tab alone remembers, through reloads. */
export const tabStorage = safeStorage(() => sessionStorage)

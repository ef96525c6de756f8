import type { DataService } from './data-service.ts'

/** Who is an administrator, and what administrators did. */
export type AdminsRepository = Record<never, never>

export const createAdminsRepository = (_data: DataService): AdminsRepository => ({})

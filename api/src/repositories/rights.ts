import type { DataService } from './data-service.ts'

/** What users decide about their own account and data. */
export type RightsRepository = Record<never, never>

export const createRightsRepository = (_data: DataService): RightsRepository => ({})

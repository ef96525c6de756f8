import type { DataService } from './data-service.ts'

/** Access codes, as administrators see them. */
export type CodesRepository = Record<never, never>

export const createCodesRepository = (_data: DataService): CodesRepository => ({})

import type { DataService } from './data-service.ts'

/** Changes of balances other than by runs: grants, adjustments, refunds. */
export type CreditsRepository = Record<never, never>

export const createCreditsRepository = (_data: DataService): CreditsRepository => ({})

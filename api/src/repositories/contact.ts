import type { DataService } from './data-service.ts'

/** Messages from Contact Us, and whether their mail went out. */
export type ContactRepository = Record<never, never>

export const createContactRepository = (_data: DataService): ContactRepository => ({})

import type { DataService } from './data-service.ts'

/** Users, as administrators see them. */
export type UsersRepository = Record<never, never>

export const createUsersRepository = (_data: DataService): UsersRepository => ({})

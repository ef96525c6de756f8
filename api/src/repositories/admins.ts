import * as z from 'zod'
import type { DataService } from './data-service.ts'

export interface AdminsRepository {
  isAdmin(userId: string): Promise<boolean>
}

/** Who is an administrator, and what administrators did, through the database's functions. */
export const createAdminsRepository = (data: DataService): AdminsRepository => ({
  isAdmin: (userId) => data.rpc('is_admin', { p_user: userId }, z.boolean()),
})

import { startTestApi, type TestApi } from '@propsight/api/testing'
import postgres from 'postgres'
import { inject } from 'vitest'

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

export interface TwoInstances {
  /** Two instances that share nothing but the database. */
  api: TestApi
  sql: postgres.Sql
  close(): Promise<void>
}

/**
 * Starts two instances on one database, and opens connections to it. The instances run no jobs, because those
 * would grant credits by the clock.
 */
export async function startTwoInstances(connections: number): Promise<TwoInstances> {
  const databaseUrl = inject('contractDatabaseUrl')
  const api = await startTestApi({ instances: 2, jobs: false, ...(databaseUrl ? { databaseUrl } : {}) })
  const sql = postgres(api.databaseUrl, { max: connections, onnotice: () => {} })
  return {
    api,
    sql,
    async close() {
      await sql.end({ timeout: 2 })
      await api.close()
    },
  }
}

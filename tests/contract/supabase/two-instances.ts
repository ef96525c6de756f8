import { startTestApi, type TestApi } from '@propsight/api/testing'
import postgres from 'postgres'
import { inject } from 'vitest'

/** Time for 200 rounds on a busy machine. */
export const RACE = { timeout: 180_000 }
/** Rounds of each race. The part `races` of the nightly tier sets 200. */
export const ROUNDS = Number(process.env.RACE_ROUNDS ?? 20)
/** Whether the rounds suffice for every order of a race to occur, so that a test can require each. */
export const ALL_ORDERS = ROUNDS >= 200

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

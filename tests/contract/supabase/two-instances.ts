import { startTestApi, type TestApi } from '@propsight/api/testing'
import postgres from 'postgres'
import { inject } from 'vitest'

/** A race of 200 rounds on a machine that does something else as well. */
export const RACE = { timeout: 180_000 }
/** Rounds of each race: the part `races` of the nightly tier asks for 200. */
export const ROUNDS = Number(process.env.RACE_ROUNDS ?? 20)
/** Whether every order of a race is sure to occur, so that a test may demand it. */
export const ALL_ORDERS = ROUNDS >= 200

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

export interface TwoInstances {
  /** Two instances that share nothing but the database. */
  api: TestApi
  sql: postgres.Sql
  close(): Promise<void>
}

/** Starts two instances without jobs, which grant credits by the clock, and connections of our own to their database. */
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

import type { TestProject } from 'vitest/node'
import { temporaryDatabase } from '../../support/temporary-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One embedded database for the whole project; empty where the environment names a data service. */
    contractDatabaseUrl: string
  }
}

export default async function globalSetup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SUPABASE_URL) {
    project.provide('contractDatabaseUrl', '')
    return undefined
  }
  const database = await temporaryDatabase()
  project.provide('contractDatabaseUrl', database.url)
  return () => database.remove()
}

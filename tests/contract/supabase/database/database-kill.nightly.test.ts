import { randomUUID } from 'node:crypto'
import { startPostgres } from '@propsight/supabase/postgres'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryDatabase } from '../../../support/services/temporary-database.ts'
import { serveEmbeddedSupabase, type TestSupabase } from '../../../support/services/test-supabase.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const ROUNDS = 3
const WRITERS = 4
/** Writes acknowledged in each round before the kill. */
const WRITES = 60
/** Recovery is slow on a busy machine. */
const LIMIT_MS = 90_000

let database: Awaited<ReturnType<typeof temporaryDatabase>>
let service: TestSupabase
const servers: { stop(): Promise<void> }[] = []
beforeAll(async () => {
  database = await temporaryDatabase()
  service = await serveEmbeddedSupabase(database.url)
})
afterAll(async () => {
  await service?.close()
  for (const server of servers) await server.stop()
  await database?.remove()
})

it(
  'the data service loses no acknowledged write when the database is killed, and recovers by itself',
  async () => {
    const admin = createClient(service.url, service.secretKey, { auth: { persistSession: false } })
    const insert = async (code: string) => !(await admin.from('access_codes').insert({ code })).error
    const acknowledged = new Set<string>()
    let server: { pid: number; port: number } = database

    for (let round = 0; round < ROUNDS; round += 1) {
      const before = acknowledged.size
      let refused = 0
      const writers = Array.from({ length: WRITERS }, async () => {
        while (refused < WRITERS) {
          const code = randomUUID()
          if (await insert(code)) acknowledged.add(code)
          else refused += 1
        }
      })
      await waitUntil('writes in flight', () => acknowledged.size >= before + WRITES)
      process.kill(server.pid, 'SIGKILL')
      await Promise.all(writers)

      const next = await startPostgres({ dir: database.dir, port: server.port })
      servers.push(next)
      expect([next.adopted, next.port]).toEqual([false, server.port])
      server = next
      await waitUntil('the data service to answer again', () => insert(randomUUID()), 30_000)
      const { data } = await admin.from('access_codes').select('code').limit(10_000)
      const storedCodes = new Set(data?.map((row) => row.code))
      expect([...acknowledged].filter((code) => !storedCodes.has(code))).toEqual([])
    }
  },
  LIMIT_MS,
)

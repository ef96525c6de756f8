import { parentPort, workerData } from 'node:worker_threads'
import postgres from 'postgres'
import * as z from 'zod'
import { FULL_DAY, startGeneratedOdds } from './generated-odds.ts'

/** Ingests a generated day in a thread whose heap is limited. Calls the database directly, without time limits. */
const { databaseUrl, now } = z.object({ databaseUrl: z.string(), now: z.string() }).parse(workerData)
const sql = postgres(databaseUrl, { max: 4, onnotice: () => {} })
const generated = await startGeneratedOdds(
  { ...FULL_DAY, now },
  {
    async rpc(name, parameters, schema) {
      const names = Object.keys(parameters).map((key, index) => `${key} => $${index + 1}`)
      const values = Object.values(parameters) as postgres.ParameterOrJSON<never>[]
      const [row] = await sql.unsafe(`select public.${name}(${names.join()}) as result`, values)
      return schema.parse(row?.result)
    },
  },
)
await generated.ingest()
await generated.close()
await sql.end({ timeout: 2 })
parentPort?.postMessage('ingested')

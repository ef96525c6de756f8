import * as z from 'zod'
import type { QueueFigures } from '../services/operations/register-metrics.ts'

const rows = z.array(
  z.object({ job: z.string(), state: z.string(), count: z.coerce.number(), oldest: z.coerce.number() }),
)

interface Database {
  executeSql(text: string): Promise<{ rows: unknown[] }>
}

/**
 * Counts the waiting and the running jobs of each queue in the table of pg-boss. Ended jobs are not counted.
 * @param schema database schema of pg-boss
 */
export async function readQueues(database: Database, schema: string): Promise<QueueFigures[]> {
  const answer = await database.executeSql(`
    select name as job, state::text as state, count(*) as count,
      greatest(0, extract(epoch from now() - min(start_after))) as oldest
    from ${schema}.job where state < 'completed' group by 1, 2`)
  return rows
    .parse(answer.rows)
    .map(({ job, state, count, oldest }) => ({ job, state, count, oldestSeconds: oldest }))
}

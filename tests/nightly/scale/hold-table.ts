import postgres from 'postgres'
import { waitUntil } from '../../support/wait-until.ts'

/**
 * Blocks writes to a table until `meanwhile` is done, and calls it once a writer waits, so that a kill certainly hits
 * the middle of a write. Reads pass.
 * @param waiting how many must wait, `limitMs` for how long they may be waited for
 * @throws what `meanwhile` throws, and Error when no writer waits in time
 */
export async function holdTable(
  databaseUrl: string,
  table: string,
  meanwhile: () => Promise<unknown>,
  { waiting = 1, limitMs = 30_000 }: { waiting?: number; limitMs?: number } = {},
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
  try {
    await sql.begin(async (transaction) => {
      await transaction`lock table ${transaction(table)} in exclusive mode`
      const wait = async () => {
        const [row] = await sql<{ count: number }[]>`
          select count(distinct pid)::int as count from pg_locks
          where relation = ${table}::regclass and not granted`
        return (row?.count ?? 0) >= waiting
      }
      await waitUntil(`${waiting} writers of ${table}`, wait, limitMs)
      await meanwhile()
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

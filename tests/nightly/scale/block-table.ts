import postgres from 'postgres'
import { waitUntil } from '../../support/wait-until.ts'

/**
 * Blocks writes to a table, waits until a writer is blocked, runs `meanwhile`, and unblocks the table. A kill
 * in `meanwhile` therefore interrupts a write in progress. Reads are not blocked.
 * @param waiting number of blocked writers to wait for, at most `limitMs`
 * @throws the error of `meanwhile`, or Error if no writer is blocked in time
 */
export async function blockTable(
  databaseUrl: string,
  table: string,
  meanwhile: () => Promise<unknown>,
  { waiting = 1, limitMs = 30_000 }: { waiting?: number; limitMs?: number } = {},
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
  try {
    await sql.begin(async (transaction) => {
      await transaction`lock table ${transaction(table)} in exclusive mode`
      const writersAreBlocked = async () => {
        const [row] = await sql<{ count: number }[]>`
          select count(distinct pid)::int as count from pg_locks
          where relation = ${table}::regclass and not granted`
        return (row?.count ?? 0) >= waiting
      }
      await waitUntil(`${waiting} writers of ${table}`, writersAreBlocked, limitMs)
      await meanwhile()
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

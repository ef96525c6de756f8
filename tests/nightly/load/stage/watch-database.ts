import postgres from 'postgres'

const EVERY_MS = 100

export interface DatabaseWatch {
  /** Mean number of sessions since the last call: active, waiting for a lock, idle in transaction. */
  read(): { active: number; locked: number; idleInTransaction: number }
  stop(): Promise<void>
}

/** Samples the sessions of a database ten times a second, on a separate connection. */
export function watchDatabase(url: string): DatabaseWatch {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  let [looks, active, locked, open] = [0, 0, 0, 0]
  let under: Promise<void> | null = null
  const look = async () => {
    const [row] = await sql<{ active: number; locked: number; open: number }[]>`
      select count(*) filter (where state = 'active')::int as active,
        count(*) filter (where state = 'active' and wait_event_type = 'Lock')::int as locked,
        count(*) filter (where state like 'idle in transaction%')::int as open
      from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
    if (!row) return
    looks += 1
    active += row.active
    locked += row.locked
    open += row.open
  }
  const timer = setInterval(() => {
    // A slow sample is not overlapped by another one.
    under ??= look().finally(() => {
      under = null
    })
  }, EVERY_MS)
  return {
    read() {
      const mean = (sum: number) => sum / Math.max(1, looks)
      const seen = { active: mean(active), locked: mean(locked), idleInTransaction: mean(open) }
      ;[looks, active, locked, open] = [0, 0, 0, 0]
      return seen
    },
    async stop() {
      clearInterval(timer)
      await under
      await sql.end()
    },
  }
}

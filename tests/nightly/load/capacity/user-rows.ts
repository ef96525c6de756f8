import postgres from 'postgres'
import { VISITS_PER_SESSION } from '../visit-mix.ts'

/** Assumed sessions of a user per month: every other evening. */
export const SESSIONS_A_MONTH = 15

export interface TableSize {
  readonly table: string
  readonly rows: number
  /** Bytes per row, including indexes and TOAST. */
  readonly bytesPerRow: number
}

/**
 * Tables that grow with usage. Rows of `my_picks` are kept 20 hours, their forecast records longer, parlays
 * forever.
 */
const GROWING = ['runs', 'credit_ledger', 'my_picks', 'track_legs', 'past_parlays', 'deleted_picks']
/** Tables that grow with the number of users. */
const OF_A_USER = ['auth.users', 'auth.sessions', 'user_profiles', 'access_code_reservations', 'consents']

/**
 * Measures the size of a row of each table, including indexes, in a database that the load has filled.
 * Measuring is necessary because compression and fill factors depend on PostgreSQL.
 */
export async function tableSizes(databaseUrl: string): Promise<TableSize[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const sizes: TableSize[] = []
    for (const name of [...GROWING, ...OF_A_USER]) {
      const table = name.includes('.') ? name : `public.${name}`
      // Removes dead rows of the run, which would distort the result.
      await sql.unsafe(`vacuum full analyze ${table}`)
      const [row] = await sql.unsafe<{ rows: number; bytes: string }[]>(
        `select count(*)::int as rows, pg_total_relation_size('${table}') as bytes from ${table}`,
      )
      const rows = row?.rows ?? 0
      sizes.push({ table: name, rows, bytesPerRow: rows ? Number(row?.bytes) / rows : 0 })
    }
    return sizes
  } finally {
    await sql.end()
  }
}

/**
 * Rows created by one session of the visit mix: 2 boards, 4.5 picks, 0.5 parlay requests (3 parlays of 2 legs
 * each).
 */
const ROWS_PER_SESSION: Record<string, number> = {
  runs: 2.5,
  // A hold and a capture or release for each run.
  credit_ledger: 5,
  my_picks: 4.5,
  // A forecast record for each pick, and the legs of the parlays.
  track_legs: 4.5 + 0.5 * 3 * 2,
  past_parlays: 0.5 * 3,
}

export interface UserGrowth {
  readonly rowsPerMonth: number
  readonly bytesPerMonth: number
  /** Bytes stored once, at the sign-up. */
  readonly bytesPerUser: number
  readonly visitsPerMonth: number
}

/** Computes the rows and bytes that one user adds in a month of `SESSIONS_A_MONTH` sessions. */
export function growthOf(sizes: readonly TableSize[]): UserGrowth {
  const bytesOf = (name: string) => sizes.find(({ table }) => table === name)?.bytesPerRow ?? 0
  const monthly = Object.entries(ROWS_PER_SESSION)
  return {
    rowsPerMonth: monthly.reduce((sum, [, rows]) => sum + rows * SESSIONS_A_MONTH, 0),
    bytesPerMonth: monthly.reduce((sum, [table, rows]) => sum + rows * SESSIONS_A_MONTH * bytesOf(table), 0),
    bytesPerUser: OF_A_USER.reduce((sum, table) => sum + bytesOf(table), 0),
    visitsPerMonth: VISITS_PER_SESSION * SESSIONS_A_MONTH,
  }
}

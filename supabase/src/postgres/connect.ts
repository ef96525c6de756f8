import postgres from 'postgres'
import * as z from 'zod'

const DATABASE = 'propsight'
const oneText = z.tuple([z.object({ value: z.string() })])

export const connectionUrl = (port: number, password: string, database = DATABASE): string =>
  `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

const connect = (port: number, password: string) =>
  postgres(connectionUrl(port, password, 'postgres'), { max: 1, connect_timeout: 3, onnotice: () => {} })

/**
 * The data folder of the server on a port, or null when it does not accept the password or does not respond
 * yet.
 */
export async function dataFolderOf(port: number, password: string): Promise<string | null> {
  const sql = connect(port, password)
  try {
    const [{ value }] = oneText.parse([...(await sql`select current_setting('data_directory') as value`)])
    return value
  } catch {
    return null
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** Creates the database of the product unless it exists. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  const sql = connect(port, password)
  try {
    const found = await sql`select 1 from pg_database where datname = ${DATABASE}`
    if (found.length === 0) await sql.unsafe(`create database ${DATABASE}`)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import * as z from 'zod'
import { isAlive, poll, readCommand, readPidFile } from './processes.ts'

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
export async function readDataFolder(port: number, password: string): Promise<string | null> {
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

/** Time limit for a server that is starting up, recovering or shutting down. */
const SETTLE_MS = 30_000

/**
 * Finds the server of an earlier, killed process that still runs on this folder.
 * @returns its pid and port, or null when the folder is free
 * @throws Error when a server uses the folder and does not respond
 */
export async function findServer(
  folder: string,
  password: string,
): Promise<{ pid: number; port: number } | null> {
  const outcome = await poll(async () => {
    const file = readPidFile(folder)
    if (!file || !isAlive(file.pid)) return 'free'
    if (file.port && (await usesFolder(file.port, password, folder)))
      return { pid: file.pid, port: file.port }
    // After a reboot, the id may belong to an unrelated process. The pid file is stale then and is removed.
    if (isServerProcess(file.pid, folder)) return null
    rmSync(join(folder, 'postmaster.pid'), { force: true })
    return 'free'
  }, SETTLE_MS)
  if (outcome === null) {
    throw new Error(
      `a PostgreSQL server uses ${folder} but does not respond; end it (its pid is in postmaster.pid)`,
    )
  }
  return outcome === 'free' ? null : outcome
}

async function usesFolder(port: number, password: string, folder: string): Promise<boolean> {
  const found = await readDataFolder(port, password)
  return found !== null && realpath(found) === realpath(folder)
}

function isServerProcess(pid: number, folder: string): boolean {
  const command = readCommand(pid)
  return command.includes('postgres') && (command.includes(folder) || command.includes(realpath(folder)))
}

function realpath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

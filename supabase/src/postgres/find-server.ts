import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolderOf } from './connect.ts'
import { readPidFile } from './pid-file.ts'
import { poll } from './poll.ts'
import { commandOf, isAlive } from './processes.ts'

/** Time limit for a server that is starting up, recovering or shutting down. */
const SETTLE_MS = 30_000

/**
 * Finds the server of an earlier, killed process that still runs on this folder.
 * @returns its pid and port, or null when the folder is free
 * @throws Error when a server uses the folder and does not respond
 */
export async function findOrphan(
  folder: string,
  password: string,
): Promise<{ pid: number; port: number } | null> {
  const outcome = await poll(async () => {
    const file = readPidFile(folder)
    if (!file || !isAlive(file.pid)) return 'free'
    if (file.port && (await isOurs(file.port, password, folder))) return { pid: file.pid, port: file.port }
    // After a reboot, the id may belong to an unrelated process. The pid file is stale then and is removed.
    if (isServerOf(file.pid, folder)) return null
    rmSync(join(folder, 'postmaster.pid'), { force: true })
    return 'free'
  }, SETTLE_MS)
  if (outcome === null) {
    throw new Error(
      `a PostgreSQL server holds ${folder} but does not answer; end it (its pid is in postmaster.pid)`,
    )
  }
  return outcome === 'free' ? null : outcome
}

async function isOurs(port: number, password: string, folder: string): Promise<boolean> {
  const found = await dataFolderOf(port, password)
  return found !== null && realpath(found) === realpath(folder)
}

function isServerOf(pid: number, folder: string): boolean {
  const command = commandOf(pid)
  return command.includes('postgres') && (command.includes(folder) || command.includes(realpath(folder)))
}

function realpath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

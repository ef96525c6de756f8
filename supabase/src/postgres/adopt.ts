import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolderOf } from './connect.ts'
import { readPidFile } from './pid-file.ts'
import { poll } from './poll.ts'
import { commandOf, isAlive } from './process-table.ts'

/** A server that is starting up, recovering or shutting down gets this long to make up its mind. */
const SETTLE_MS = 30_000

/**
 * Finds the server that an earlier, killed process left running on this folder.
 * @returns its pid and port, or null when the folder is free to start on
 * @throws Error when a server holds the folder and does not answer
 */
export async function findOrphan(
  folder: string,
  password: string,
): Promise<{ pid: number; port: number } | null> {
  const outcome = await poll(async () => {
    const file = readPidFile(folder)
    if (!file || !isAlive(file.pid)) return 'free'
    if (file.port && (await isOurs(file.port, password, folder))) return { pid: file.pid, port: file.port }
    // The id may have gone to a stranger after a reboot; then the file is only in the way.
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

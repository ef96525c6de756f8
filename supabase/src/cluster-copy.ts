import { chownSync, cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { locateBinaries, majorOf } from './postgres/binaries.ts'
import { clusterFolder } from './postgres/cluster-folder.ts'
import { connectionUrl } from './postgres/connect.ts'
import { copyCluster, isClusterCopy, majorVersion } from './postgres/copy-cluster.ts'
import type { CopySink } from './postgres/copy-files.ts'
import { isInitialised, readPassword } from './postgres/initialise.ts'
import { livingOwner } from './postgres/owner.ts'
import { readPidFile } from './postgres/pid-file.ts'
import { commandOf, isAlive } from './postgres/process-table.ts'
import { chooseUser, type RunAs } from './postgres/run-as.ts'
import { startPostgres } from './postgres.ts'

export { type CopySink, copyTree } from './postgres/copy-files.ts'

/** What a copy can only be started by. */
export interface ClusterFacts {
  /** Of PostgreSQL; the data of one is no other's. */
  major: number
  platform: string
  arch: string
}

const quiet = () => {}
const machine = { platform: process.platform, arch: process.arch }
const folderOf = (dir: string) => clusterFolder(resolve(dir), chooseUser(), quiet)

/** The server that runs on this folder, or null. */
function runningOn(folder: string): { pid: number; port: number } | null {
  const file = readPidFile(folder)
  if (!file?.port || !isAlive(file.pid)) return null
  // The id may have gone to a stranger; where the system does not say, better one too many.
  const words = commandOf(file.pid)
  return words === '' || words.includes('postgres') ? file : null
}

/** Process that uses the embedded database in `dir`, its server or who looks after it; null where nobody does. */
export function clusterUser(dir: string): number | null {
  const folder = folderOf(dir)
  return isInitialised(folder) ? (livingOwner(folder) ?? runningOn(folder)?.pid ?? null) : null
}

/** What this machine can start. */
export async function readableFacts(): Promise<ClusterFacts> {
  const runAs = chooseUser()
  return { major: majorOf(await locateBinaries(runAs, quiet), runAs), ...machine }
}

/** @throws Error where there is no database in `dir` */
export function clusterFacts(dir: string): ClusterFacts {
  const folder = folderOf(dir)
  if (!isInitialised(folder)) throw new Error(`there is no database in ${dir}`)
  return { major: majorVersion(folder), ...machine }
}

/**
 * Opens the embedded database in `dir` for a copy of it, running or not: one that does not run is started for it and
 * stopped again.
 * @param work given the database's address, and what copies the data folder under a name of the copy's choice
 */
export async function saveCluster<T>(
  dir: string,
  work: (url: string, copy: (sink: CopySink, as: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const folder = folderOf(dir)
  const running = runningOn(folder)
  const server = running ? null : await startPostgres({ dir })
  try {
    const url = connectionUrl(running?.port ?? server?.port ?? 0, readPassword(folder))
    return await work(url, (sink, as) => copyCluster(folder, url, as, sink))
  } finally {
    await server?.stop()
  }
}

/**
 * Gives a copied data folder to the user that PostgreSQL runs as, and moves it where the database of `dir` lies once
 * the folder around the copy has `dir`'s parent's name.
 * @param copy below the folder that will be renamed, under the name that `dir` has
 * @throws Error where it is no whole copy
 */
export function placeCluster(copy: string, dir: string): void {
  if (!isClusterCopy(copy)) throw new Error('the database in the backup is not whole')
  const runAs = chooseUser()
  const target = clusterFolder(resolve(dir), runAs, quiet, `${copy}.moved`)
  const isMoved = target !== resolve(dir)
  if (isMoved) move(copy, target)
  own(isMoved ? target : copy, runAs)
}

function move(from: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} is there already`)
  try {
    renameSync(from, to)
  } catch {
    // On another disk.
    cpSync(from, to, { recursive: true })
    rmSync(from, { recursive: true })
  }
}

function own(folder: string, { uid, gid }: RunAs): void {
  if (uid === undefined || gid === undefined) return
  for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, path), uid, gid)
}

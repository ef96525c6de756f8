import { chownSync, cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { connectionUrl, locateBinaries, majorOf } from './postgres/binaries.ts'
import { type CopySink, copyCluster, isClusterCopy, majorVersion } from './postgres/copy-cluster.ts'
import { isInitialised, readPassword } from './postgres/initialise.ts'
import {
  chooseUser,
  clusterFolder,
  findRunningOwner,
  isAlive,
  type RunAs,
  readCommand,
  readPidFile,
} from './postgres/processes.ts'
import { startPostgres } from './postgres.ts'

export { type CopySink, copyTree } from './postgres/copy-cluster.ts'

/** Properties of a data folder: only a server with the same ones can start on a copy of it. */
export interface ClusterFacts {
  /** Major version of PostgreSQL. A server cannot read the data of another major version. */
  major: number
  platform: string
  arch: string
}

const ignoreLog = () => {}
const machine = { platform: process.platform, arch: process.arch }
const folderOf = (dir: string) => clusterFolder(resolve(dir), chooseUser(), ignoreLog)

/** The server that runs on this folder, or null. */
function runningOn(folder: string): { pid: number; port: number } | null {
  const file = readPidFile(folder)
  if (!file?.port || !isAlive(file.pid)) return null
  // The id may belong to an unrelated process now. When its command is unknown, it counts as the server.
  const command = readCommand(file.pid)
  return command === '' || command.includes('postgres') ? file : null
}

/** Id of a process that uses the embedded database in `dir`: its owner or its server; null without one. */
export function findClusterUser(dir: string): number | null {
  const folder = folderOf(dir)
  return isInitialised(folder) ? (findRunningOwner(folder) ?? runningOn(folder)?.pid ?? null) : null
}

/** Properties of the data folders that this machine can start. */
export async function supportedFacts(): Promise<ClusterFacts> {
  const runAs = chooseUser()
  return { major: majorOf(await locateBinaries(runAs, ignoreLog), runAs), ...machine }
}

/** Properties of the database in `dir`. @throws Error without a database in `dir` */
export function clusterFacts(dir: string): ClusterFacts {
  const folder = folderOf(dir)
  if (!isInitialised(folder)) throw new Error(`there is no database in ${dir}`)
  return { major: majorVersion(folder), ...machine }
}

/**
 * Opens the embedded database in `dir` for a backup. A database that is not running is started and stopped
 * again.
 * @param work gets the address of the database, and a function that copies the data folder to a sink under
 * the given name
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
 * Prepares a copied data folder for use as the database of `dir`: sets its owner to the user that runs
 * PostgreSQL and, where needed, moves it below `/var/lib`. The caller then renames the parent folder of
 * `copy` to the parent of `dir`.
 * @param copy the copied folder, with the same base name as `dir`
 * @throws Error when the copy is incomplete
 */
export function installClusterCopy(copy: string, dir: string): void {
  if (!isClusterCopy(copy)) throw new Error('the database in the backup is incomplete')
  const runAs = chooseUser()
  const target = clusterFolder(resolve(dir), runAs, ignoreLog, `${copy}.moved`)
  const isMoved = target !== resolve(dir)
  if (isMoved) moveFolder(copy, target)
  setOwner(isMoved ? target : copy, runAs)
}

function moveFolder(from: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} already exists`)
  try {
    renameSync(from, to)
  } catch {
    // The target is on another disk.
    cpSync(from, to, { recursive: true })
    rmSync(from, { recursive: true })
  }
}

function setOwner(folder: string, { uid, gid }: RunAs): void {
  if (uid === undefined || gid === undefined) return
  for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, path), uid, gid)
}

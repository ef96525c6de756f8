import {
  chownSync,
  cpSync,
  type Dirent,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import postgres from 'postgres'
import * as z from 'zod'
import { connectionUrl, locateBinaries, majorOf } from './postgres/binaries.ts'
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

/** Receives the copied folders and files, one after the other. */
export interface CopySink {
  folder(path: string): Promise<void>
  /** @param bytes exactly `size` bytes */
  file(path: string, size: number, bytes: AsyncIterable<Uint8Array>): Promise<void>
}

const emptyIfMissing = (error: NodeJS.ErrnoException): [] => {
  if (error.code === 'ENOENT') return []
  throw error
}

/**
 * Yields as many bytes as the file had when it was opened: pads a truncated file with zeros, ignores added
 * bytes.
 */
async function* readExactly(read: AsyncIterable<Buffer>, size: number): AsyncGenerator<Uint8Array> {
  let remaining = size
  for await (const part of read) {
    const taken = part.subarray(0, remaining)
    remaining -= taken.length
    if (taken.length > 0) yield taken
  }
  if (remaining > 0) yield Buffer.alloc(remaining)
}

/**
 * Copies one file with a fixed size, although other processes may write to it.
 * @returns false when it is missing
 */
export async function copyFile(from: string, path: string, sink: CopySink): Promise<boolean> {
  const handle = await open(from, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return false
  try {
    const { size } = await handle.stat()
    await sink.file(path, size, readExactly(handle.createReadStream({ autoClose: false }), size))
    return true
  } finally {
    await handle.close()
  }
}

/**
 * Copies a folder recursively. Files that are deleted meanwhile are skipped.
 * @param as path of the folder in the copy
 * @param isExcluded whether to skip a path, which is relative to the folder and separated by `/`
 */
export async function copyTree(
  from: string,
  as: string,
  sink: CopySink,
  isExcluded: (path: string) => boolean = () => false,
): Promise<void> {
  const walk = async (folder: string): Promise<void> => {
    const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(emptyIfMissing)
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(folder, entry.name)
      const below = relative(from, full).split(sep).join('/')
      if (isExcluded(below)) continue
      if (entry.isDirectory()) {
        await sink.folder(`${as}/${below}`)
        await walk(full)
      } else if (entry.isFile()) await copyFile(full, `${as}/${below}`, sink)
    }
  }
  await sink.folder(as)
  await walk(from)
}

/**
 * Not copied, since PostgreSQL recreates them or must not find the old ones: as in `pg_basebackup`, and own
 * marks.
 */
const EXCLUDED = /^(postmaster\.(pid|opts)|propsight-owner\.json.*|propsight-server\.log|backup_label.*)$/
const EMPTIED = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
)
const TEMPORARY = /(^|\/)(pgsql_tmp|pg_internal\.init)/
/** Copied after the data, so that it refers to no later point than the log, which is copied last. */
const CONTROL = 'global/pg_control'
const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^[0-9A-F]{8}\.history$/

const positionSchema = z.object({ segment: z.string() })
const startSchema = z.tuple([positionSchema])
const stopSchema = z.tuple([positionSchema.extend({ label: z.string() })])

const isExcluded = (path: string): boolean => {
  const [top = '', below] = path.split('/')
  return (
    (below !== undefined && EMPTIED.has(top)) ||
    EXCLUDED.test(path) ||
    TEMPORARY.test(path) ||
    path === CONTROL
  )
}

/** Major version of PostgreSQL in a data folder, such as 17. */
const majorVersion = (folder: string): number =>
  Number.parseInt(readFileSync(join(folder, 'PG_VERSION'), 'utf8'), 10)

/**
 * Copies the data folder of a running server, with the write-ahead log that makes the copy consistent. It
 * contains everything committed before the start of the copy, and no transaction that is open at its end.
 * @param url address of a superuser; one session stays open, since the backup ends with its session
 * @param as name of the folder in the copy
 * @throws Error when the server ends during the copy, or the log of that time is missing
 */
async function copyCluster(folder: string, url: string, as: string, sink: CopySink): Promise<void> {
  const session = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  try {
    // A temporary slot keeps the log that is written during the copy. It is removed with the session.
    await session`select pg_create_physical_replication_slot(${`propsight_backup_${process.pid}`}, true, true)`
    const [{ segment: first }] = startSchema.parse([
      ...(await session`select pg_walfile_name(pg_backup_start('propsight', fast => true)) as segment`),
    ])
    await copyTree(folder, as, sink, isExcluded)
    await copyFile(join(folder, CONTROL), `${as}/${CONTROL}`, sink)
    const [{ segment: last, label }] = stopSchema.parse([
      ...(await session`select pg_walfile_name(lsn) as segment, labelfile as label
        from pg_backup_stop(wait_for_archive => false)`),
    ])
    const names = await readdir(join(folder, 'pg_wal'))
    const log = names.filter((name) => SEGMENT.test(name) && name >= first && name <= last)
    if (!log.includes(first))
      throw new Error('the server has removed the write-ahead log that was written during the backup')
    for (const name of [...log, ...names.filter((one) => HISTORY.test(one))].toSorted())
      await copyFile(join(folder, 'pg_wal', name), `${as}/pg_wal/${name}`, sink)
    const bytes = Buffer.from(label)
    // With this file, the server recovers from the start of the backup instead of from a copied checkpoint.
    await sink.file(`${as}/backup_label`, bytes.length, yieldOnce(bytes))
  } finally {
    await session.end({ timeout: 2 })
  }
}

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

/** Whether a folder contains the files of a complete copy of a data folder. */
const isClusterCopy = (folder: string): boolean =>
  ['PG_VERSION', CONTROL, 'backup_label', 'pg_wal'].every((path) => existsSync(join(folder, path)))

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

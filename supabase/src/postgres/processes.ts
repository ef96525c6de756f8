import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'

/**
 * The folder that contains the data: `dir`, or a fixed folder below `/var/lib` when the user of the server
 * cannot reach `dir` (such as a checkout in root's home with mode 0700). A mark file next to `dir` identifies
 * the other folder, so that a deleted and recreated state folder starts with new data.
 * @param mark path of the mark file; differs for a state folder that is still being assembled
 */
export function clusterFolder(
  dir: string,
  runAs: RunAs,
  log: (message: string) => void,
  mark = `${dir}.moved`,
): string {
  mkdirSync(dirname(mark), { recursive: true })
  if (!existsSync(mark) && canEnter(dirname(mark), runAs)) return dir
  if (!existsSync(mark)) writeFileSync(mark, `${randomUUID()}\n`, { mode: 0o600 })
  const hash = createHash('sha256').update(dir).update(readFileSync(mark)).digest('hex').slice(0, 12)
  const parent = `/var/lib/propsight-${hash}`
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(parent, runAs.uid, runAs.gid)
  log(`the database's user cannot reach ${dir}; its data is in ${parent}`)
  return join(parent, 'pg')
}

/** The user of the server's processes; empty for the current user. */
export interface RunAs {
  uid?: number
  gid?: number
}

/**
 * Chooses the user of the server. PostgreSQL refuses to run as root, so root runs it as `postgres` or
 * `nobody`.
 * @throws Error when neither user exists
 */
export function chooseUser(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((row) => row.split(':'))
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  const uid = Number(row?.[2])
  const gid = Number(row?.[3])
  if (!Number.isInteger(uid) || uid === 0 || !Number.isInteger(gid)) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as',
    )
  }
  return { uid, gid }
}

/**
 * Whether the user can enter a folder. A child process tries it, since the rights of all parent folders
 * count.
 */
function canEnter(folder: string, runAs: RunAs): boolean {
  if (runAs.uid === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Calls `check` every 15 ms until it returns a value. @returns the value, or null after `limitMs` */
export async function poll<T>(check: () => Promise<T | null> | T | null, limitMs: number): Promise<T | null> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const answer = await check()
    if (answer !== null) return answer
    if (performance.now() > deadline) return null
    await delay(15)
  }
}

export interface PidFile {
  pid: number
  port: number
  ready: boolean
}

/**
 * Reads the `postmaster.pid` of a running or killed server: line 1 pid, 4 port, 8 state. Null without one.
 */
export function readPidFile(folder: string): PidFile | null {
  let lines: string[]
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: Number.isInteger(port) ? port : 0, ready: lines[7]?.trim() === 'ready' }
}

const OWNER_FILE = 'propsight-owner.json'
const ownerSchema = z.object({ pid: z.int().positive(), start: z.string() })

/** Id of another running process that owns this data folder, or null. */
export function findRunningOwner(folder: string): number | null {
  let text: string
  try {
    text = readFileSync(join(folder, OWNER_FILE), 'utf8')
  } catch {
    return null
  }
  const owner = ownerSchema.safeParse(safeJson(text)).data
  if (!owner || owner.pid === process.pid || !isAlive(owner.pid)) return null
  return startTimeOf(owner.pid) === owner.start ? owner.pid : null
}

/** Records this process as the owner of the folder. */
export function takeOwnership(folder: string): void {
  const draft = join(folder, `${OWNER_FILE}.${process.pid}`)
  writeFileSync(draft, JSON.stringify({ pid: process.pid, start: startTimeOf(process.pid) }), { mode: 0o600 })
  renameSync(draft, join(folder, OWNER_FILE))
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether a process with this id runs, of any user. A zombie counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return readStat(pid)?.state !== 'Z'
}

/** Start time of a process, which distinguishes it from a later one with the same id; empty when unknown. */
export const startTimeOf = (pid: number): string => readStat(pid)?.start ?? ''

/** The command line of a process, or an empty string when unknown. */
export function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return process.platform === 'linux'
      ? ''
      : (spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout ?? '')
  }
}

function readStat(pid: number): { state: string; start: string } | null {
  try {
    // The name of the program may contain spaces and parentheses, so fields are counted from the last one.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { state: fields[0] ?? '', start: fields[19] ?? '' }
  } catch {
    return null
  }
}

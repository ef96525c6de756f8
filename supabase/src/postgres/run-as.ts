import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
export function canEnter(folder: string, runAs: RunAs): boolean {
  if (runAs.uid === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0
}

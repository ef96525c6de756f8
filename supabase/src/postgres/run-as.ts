import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

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
  const [uid, gid] = [Number(row?.[2]), Number(row?.[3])]
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

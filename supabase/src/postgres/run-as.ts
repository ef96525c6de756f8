import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The user that the server's processes get; empty where the current one will do. */
export interface RunAs {
  uid?: number
  gid?: number
}

/**
 * PostgreSQL refuses to run as root, so root lends it the user `postgres`, or `nobody`.
 * @throws Error when root finds neither
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

/** Whether that user gets into a folder: asked of the kernel, since every folder above it counts. */
export function canEnter(folder: string, runAs: RunAs): boolean {
  if (runAs.uid === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0
}

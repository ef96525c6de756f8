import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether a process with this id runs (one that is ours or not). A zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return statOf(pid)?.state !== 'Z'
}

/** Tells a process from a later one with the same id; empty where the system does not say. */
export const startOf = (pid: number): string => statOf(pid)?.start ?? ''

/** The words that a process was started with, or empty. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return process.platform === 'linux'
      ? ''
      : (spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout ?? '')
  }
}

function statOf(pid: number): { state: string; start: string } | null {
  try {
    // The program's name may hold spaces and brackets: count from its last bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { state: fields[0] ?? '', start: fields[19] ?? '' }
  } catch {
    return null
  }
}

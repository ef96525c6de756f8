import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: Number.isInteger(port) ? port : 0, ready: lines[7]?.trim() === 'ready' }
}

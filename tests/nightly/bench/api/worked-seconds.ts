import { readFileSync } from 'node:fs'

/** USER_HZ of every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** Seconds of processor time that a process has used, all its threads; null where the system does not tell. */
export function workedSeconds(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in parentheses and may hold spaces; user and system time are the 14th and 15th field.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

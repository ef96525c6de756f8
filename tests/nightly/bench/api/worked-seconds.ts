import { readFileSync } from 'node:fs'

/** USER_HZ (proc(5)); 100 on all Linux platforms that Node supports. */
const TICKS_PER_SECOND = 100

/** CPU time in seconds used by all threads of a process; null if the system has no /proc. */
export function workedSeconds(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name is in parentheses and may contain spaces; user and system time are fields 14 and 15.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

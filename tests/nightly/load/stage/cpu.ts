import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ (proc(5)); 100 on all Linux platforms that Node supports. */
const TICKS_PER_SECOND = 100
/**
 * Indexes of utime, stime, cutime, cstime in /proc/PID/stat after the process name (proc(5), fields 14 to
 * 17).
 */
const [UTIME, CHILDREN_END] = [11, 15]

interface Usage {
  parent: number
  ticks: number
}

/** Null if the process has exited or the system has no /proc. */
function usageOf(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(UTIME, CHILDREN_END).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return null
  }
}

/** CPU time in seconds used so far by a process and its children, including exited ones; 0 if unknown. */
export function cpuSecondsOf(pid: number): number {
  const own = usageOf(pid)
  if (!own) return 0
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const ticks = children.reduce((sum, name) => {
    const usage = Number(name) === pid ? null : usageOf(Number(name))
    return usage?.parent === pid ? sum + usage.ticks : sum
  }, own.ticks)
  return ticks / TICKS_PER_SECOND
}

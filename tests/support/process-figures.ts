import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ (proc(5)); 100 on all Linux platforms that Node supports. */
const TICKS_PER_SECOND = 100

/** Parent and clock ticks of a process, with those of its exited children; null if it has exited. Linux. */
function usageOf(pid: number): { parent: number; ticks: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name is in parentheses and may contain spaces; utime to cstime are fields 14 to 17 of proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return null
  }
}

/** CPU time in seconds used so far by a process and its children; NaN if the process is unknown. */
export function cpuSecondsOf(pid: number): number {
  const own = usageOf(pid)
  if (!own) return Number.NaN
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== pid)
  const children = others
    .flatMap((name) => usageOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid)
  return children.reduce((sum, { ticks }) => sum + ticks, own.ticks) / TICKS_PER_SECOND
}

/**
 * Reads a metric of an API instance, summed over its labels; 0 if it does not exist. Each request starts a new interval
 * of the event loop figures.
 * @throws Error if the request fails
 */
export async function readMetric(url: string, adminKey: string, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${adminKey}` } })
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`)
  const values = (await answer.text()).matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0)
}

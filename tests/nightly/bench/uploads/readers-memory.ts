import { readdirSync, readFileSync } from 'node:fs'

const KB = 1_024
const LOOK_MS = 50

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    } catch {
      // The thread has ended.
      return []
    }
  })

const statusOf = (pid: number, field: string): number => {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) * KB
  } catch {
    return 0
  }
}

/** Samples the child processes of a process: their number and their peak memory. */
export function watchChildren(pid: number) {
  const peak = { bytes: 0, one: 0, processes: 0 }
  const look = () => {
    const children = childrenOf(pid)
    const sizes = children.map((child) => statusOf(child, 'VmRSS'))
    peak.bytes = Math.max(
      peak.bytes,
      sizes.reduce((sum, size) => sum + size, 0),
    )
    peak.one = Math.max(peak.one, ...children.map((child) => statusOf(child, 'VmHWM')))
    peak.processes = Math.max(peak.processes, children.length)
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    /**
     * Stops.
     * @returns the peak resident bytes of all children together and of one, and their maximum number
     */
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}

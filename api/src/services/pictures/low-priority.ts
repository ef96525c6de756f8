import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lets everything else of the machine go first: each thread that this process has, and those that it will start, which
 * inherit it. (On Linux a priority is a thread's, elsewhere the process's.)
 */
export function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW)
    } catch {
      // One that has just ended, or a system that does not let us: reading works all the same.
    }
  }
}

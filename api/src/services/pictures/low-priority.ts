import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Sets the lowest scheduling priority for all threads of this process. Threads started later inherit it. On
 * Linux the priority belongs to a thread, on other systems to the process.
 */
export function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW)
    } catch {
      // The thread has just ended, or the system refuses the change: reading works anyway.
    }
  }
}

import { poll } from './poll.ts'
import { isAlive } from './process-table.ts'

/** Each way of asking, and how long it may take before the next, ruder one. */
const WAYS: [NodeJS.Signals, number][] = [
  // Fast shutdown: ends sessions, writes a checkpoint.
  ['SIGINT', 6_000],
  // Immediate shutdown: recovery at the next start.
  ['SIGQUIT', 3_000],
  ['SIGKILL', 1_000],
]

/** Ends a server and waits for it. Ends quietly when it is gone already. */
export async function stopServer(pid: number): Promise<void> {
  for (const [signal, waitMs] of WAYS) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await poll(() => (isAlive(pid) ? null : true), waitMs)) return
  }
}

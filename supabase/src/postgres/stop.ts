import { poll } from './poll.ts'
import { isAlive } from './processes.ts'

/** Signals in the order of their strength, with the time in milliseconds before the next one. */
const WAYS: [NodeJS.Signals, number][] = [
  // Fast shutdown: ends sessions, writes a checkpoint.
  ['SIGINT', 6_000],
  // Immediate shutdown: the next start performs a recovery.
  ['SIGQUIT', 3_000],
  ['SIGKILL', 1_000],
]

/** Stops a server and waits for its end. Does nothing when it has already ended. */
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

import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The last core, because the first one usually handles most interrupts. */
const CORE = availableParallelism() - 1

/** Whether processes can be pinned to a core (taskset of util-linux, Linux only). */
const canPin = (): boolean => spawnSync('taskset', ['--version']).status === 0

/**
 * Pins a process with all its current and future threads to one core, so that helper threads (compression)
 * share the core of the server.
 * @returns the core, or null if pinning is not available
 */
export function holdToOneCore(pid: number): number | null {
  if (!canPin()) return null
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', String(CORE), String(pid)])
  return status === 0 ? CORE : null
}

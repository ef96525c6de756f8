import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The last one: the first takes most of a machine's interrupts. */
const CORE = availableParallelism() - 1

/** Whether processes can be held to one core here (util-linux's taskset; Linux alone has it). */
const canPin = (): boolean => spawnSync('taskset', ['--version']).status === 0

/**
 * Holds a process with all its threads, those to come included, to one core: the compressor's and the reader's threads
 * count as the server's.
 * @returns the core, or null where this machine cannot
 */
export function holdToOneCore(pid: number): number | null {
  if (!canPin()) return null
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', String(CORE), String(pid)])
  return status === 0 ? CORE : null
}

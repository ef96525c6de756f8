import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'

const CHECK_MS = 100
const KB = 1_024

/** Resident memory of a process in bytes, with its buffers; 0 if it has ended. */
function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * KB
  } catch {
    return 0
  }
}

/**
 * Kills a child process that uses more memory. The limit of V8's heap does not count buffers, and a process that never
 * returns to its event loop cannot watch itself. On Linux only, which has /proc.
 */
function limitMemory(child: ChildProcess, maxBytes: number): void {
  const { pid } = child
  if (process.platform !== 'linux' || pid === undefined) return
  const timer = setInterval(() => {
    if (residentBytes(pid) > maxBytes) child.kill('SIGKILL')
  }, CHECK_MS).unref()
  child.once('exit', () => clearInterval(timer))
}

interface IsolatedOptions {
  maxHeapMb: number
  /** Limit of the whole memory, with buffers. */
  maxMemoryMb: number
  /** Variables of the child. It gets no variable of this process, which has secrets. */
  env?: Record<string, string>
  /** Further options of Node, such as permissions. */
  flags?: readonly string[]
  stdin?: 'pipe' | 'ignore'
}

/**
 * Starts a process that parses untrusted bytes: without an environment, without permission to write files, to start
 * processes or to send signals, without an inspector, and with limits on memory. Its only output are its messages.
 */
export function forkIsolated(
  module: URL,
  { maxHeapMb, maxMemoryMb, env = {}, flags = [], stdin = 'ignore' }: IsolatedOptions,
): ChildProcess {
  const child = fork(module, {
    // Preserves byte arrays and maps.
    serialization: 'advanced',
    env,
    execArgv: [
      '--disable-sigusr1',
      '--disable-warning=ExperimentalWarning',
      '--permission',
      '--allow-fs-read=*',
      // The permissions do not cover signals to other processes of the user.
      '--import=data:text/javascript,delete%20process.kill',
      `--max-old-space-size=${maxHeapMb}`,
      ...flags,
    ],
    stdio: [stdin, 'ignore', 'ignore', 'ipc'],
  })
  limitMemory(child, maxMemoryMb * KB * KB)
  return child
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as z from 'zod'

const readyMessage = z.looseObject({ type: z.literal('ready'), url: z.string() })

export interface ServiceOptions {
  name: string
  /** Entry module, run with this process's Node executable. */
  entry: string
  /** Evaluated at every start, because the address of another service may change when that one restarts. */
  env: () => NodeJS.ProcessEnv
  /** Called with each line that the service prints. */
  onLine(line: string): void
  /** Called when the service crashed and will be restarted. */
  onRestart?(reason: string): void
  /** Called when the service crashed too often and is no longer restarted. */
  onGiveUp(reason: string): void
  readyTimeoutMs?: number
  /** Port of the inspector on 127.0.0.1; null for none. */
  inspect?: number | null
}

export interface Service {
  readonly pid: number | undefined
  readonly ready: Record<string, unknown> & { url: string }
  /**
   * Stops the process gracefully and starts it from the current sources. Does not count as a crash. A service
   * that was given up is supervised again. `stop` cancels a restart in progress.
   * @throws Error with the last lines of output when the service does not start; a later restart may succeed
   */
  restart(): Promise<void>
  stop(): Promise<void>
}

const RESTARTS_PER_MINUTE = 8
const FIRST_BACKOFF_MS = 200
const LAST_BACKOFF_MS = 5_000
/** Longer than the API's own drain time, so that the process is killed only if it hangs. */
const STOP_TIMEOUT_MS = 12_000
const LAST_LINES_MS = 500
/**
 * Options for a local installation, whose processes mostly wait. By default Node lets garbage grow to 100 MB in the
 * young generation, and the old generation to several times its live size. `npm run bench -- memory` measures their
 * effect.
 */
const SMALL_HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=30']
/**
 * Options of the allocator of glibc (mallopt(3)). By default each thread keeps freed memory of its own, and the
 * size from which blocks are returned to the system grows with the largest freed block. Other systems ignore them.
 */
const SMALL_ARENAS = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' }
/** Number of output lines in the error of a failed start: a syntax error with its stack has more than 20. */
const TAIL_LINES = 40

const describe = (code: number | null, signal: NodeJS.Signals | null) =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`

/**
 * Starts a child process that reports over IPC when it listens (`{ type: 'ready', url }`), and restarts it
 * when it crashes. If this process dies, the IPC channel closes and the child stops.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { name, entry, onLine } = options
  let child: ChildProcess
  /** Number of calls of `restart` and `stop`. The exit of a child of an earlier generation is not a crash. */
  let generation = 0
  let ready: Service['ready'] = { url: '' }
  let crashes: number[] = []
  let timer: NodeJS.Timeout | undefined

  const launch = () =>
    new Promise<void>((resolve, reject) => {
      const ownGeneration = generation
      let isReady = false
      let tail: string[] = []
      child = fork(entry, [], {
        env: { ...SMALL_ARENAS, ...options.env() },
        execArgv: [
          '--disable-sigusr1',
          '--disable-warning=ExperimentalWarning',
          ...SMALL_HEAP,
          ...(options.inspect ? [`--inspect=127.0.0.1:${options.inspect}`] : []),
        ],
        // Detached, so that a terminal's Ctrl-C reaches only the supervisor, which stops its children in
        // order.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      for (const stream of [child.stdout, child.stderr]) {
        if (!stream) continue
        createInterface({ input: stream }).on('line', (text) => {
          tail = [...tail.slice(1 - TAIL_LINES), text]
          onLine(text)
        })
      }
      const timeout = setTimeout(() => {
        child.kill('SIGKILL')
        reject(new Error(`${name} did not start in time\n${tail.join('\n')}`))
      }, options.readyTimeoutMs ?? 45_000)
      child.on('message', (message) => {
        const parsed = readyMessage.safeParse(message)
        if (!parsed.success) return
        clearTimeout(timeout)
        isReady = true
        ready = parsed.data
        resolve()
      })
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        clearTimeout(timeout)
        if (isReady) {
          if (generation === ownGeneration) recover(describe(code, signal))
          return
        }
        // Waits for the last lines of output, but not longer: a grandchild process could keep the pipes open.
        const fail = () => reject(new Error(`${name} ${describe(code, signal)}\n${tail.join('\n')}`))
        child.once('close', fail)
        setTimeout(fail, LAST_LINES_MS).unref()
      })
    })

  const recover = (reason: string) => {
    const now = Date.now()
    crashes = [...crashes.filter((at) => at > now - 60_000), now]
    if (crashes.length > RESTARTS_PER_MINUTE) return options.onGiveUp(`${name} ${reason} too often`)
    options.onRestart?.(`${name} ${reason}; starting it again`)
    const backoff = Math.min(LAST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (crashes.length - 1))
    const ownGeneration = generation
    timer = setTimeout(() => {
      launch().catch((error: Error) => {
        if (generation === ownGeneration) recover(error.message)
      })
    }, backoff)
  }

  /**
   * Stops the child and a scheduled restart. @returns false when a later `restart` or `stop` was called
   * meanwhile
   */
  const end = async (): Promise<boolean> => {
    generation += 1
    const ownGeneration = generation
    clearTimeout(timer)
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await exited
      clearTimeout(killer)
    }
    return generation === ownGeneration
  }

  await launch()
  return {
    get pid() {
      return child.pid
    },
    get ready() {
      return ready
    },
    async restart() {
      if (!(await end())) return
      crashes = []
      await launch()
    },
    async stop() {
      await end()
    },
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startPostgres } from '@propsight/supabase/postgres'
import * as z from 'zod'
import type { Steps } from './steps.ts'

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

const READY_TIMEOUT_MS = 45_000
const RESTARTS_PER_MINUTE = 8
const FIRST_BACKOFF_MS = 200
/** Longest wait between two attempts to restart a process. */
const LAST_BACKOFF_MS = 5_000
/** Longer than the API's own drain time, so that the process is killed only if it hangs. */
const STOP_TIMEOUT_MS = 12_000
const LAST_LINES_MS = 500
/**
 * Options for a local installation, whose processes mostly wait. By default Node lets garbage grow to 100 MB in the
 * young generation, and the old generation to several times its live size. `npm run bench -- memory` measures their
 * effect.
 */
export const SMALL_HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=30']
/**
 * Options of the allocator of glibc (mallopt(3)). By default each thread keeps freed memory of its own, and the
 * size from which blocks are returned to the system grows with the largest freed block. Other systems ignore them.
 */
const SMALL_ARENAS = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' }
/** Number of output lines in the error of a failed start: a syntax error with its stack has more than 20. */
const TAIL_LINES = 40

const describe = (code: number | null, signal: NodeJS.Signals | null) =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`

const forkService = ({ entry, env, inspect }: ServiceOptions): ChildProcess =>
  fork(entry, [], {
    env: { ...SMALL_ARENAS, ...env() },
    execArgv: [
      '--disable-sigusr1',
      '--disable-warning=ExperimentalWarning',
      ...SMALL_HEAP,
      ...(inspect ? [`--inspect=127.0.0.1:${inspect}`] : []),
    ],
    // Detached, so that a terminal's Ctrl-C reaches only the supervisor, which stops its children in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })

/** Passes on each line of output. @returns the last lines, for an error */
function followOutput(child: ChildProcess, onLine: (line: string) => void): () => string {
  let tail: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (text) => {
      tail = [...tail.slice(1 - TAIL_LINES), text]
      onLine(text)
    })
  }
  return () => tail.join('\n')
}

/**
 * Waits until a child has reported that it listens.
 * @throws Error with the last lines of output when it does not
 */
function untilReady(child: ChildProcess, { name, onLine }: ServiceOptions): Promise<Service['ready']> {
  const tail = followOutput(child, onLine)
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${name} did not start in time\n${tail()}`))
    }, READY_TIMEOUT_MS)
    child.on('message', (message) => {
      const parsed = readyMessage.safeParse(message)
      if (!parsed.success) return
      clearTimeout(timeout)
      resolve(parsed.data)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(timeout)
      // Waits for the last lines of output, but not longer: a grandchild process could keep the pipes open.
      const fail = () => reject(new Error(`${name} ${describe(code, signal)}\n${tail()}`))
      child.once('close', fail)
      setTimeout(fail, LAST_LINES_MS).unref()
    })
  })
}

class SupervisedService implements Service {
  readonly #options: ServiceOptions
  #child: ChildProcess | undefined
  #ready: Service['ready'] = { url: '' }
  /** Number of calls of `restart` and `stop`. The exit of a child of an earlier generation is not a crash. */
  #generation = 0
  /** Times of the crashes of the last minute. */
  #crashes: number[] = []
  #restartTimer: NodeJS.Timeout | undefined

  constructor(options: ServiceOptions) {
    this.#options = options
  }

  get pid() {
    return this.#child?.pid
  }

  get ready() {
    return this.#ready
  }

  async launch(): Promise<void> {
    const generation = this.#generation
    const child = forkService(this.#options)
    this.#child = child
    let isReady = false
    child.once('exit', (code, signal) => {
      if (isReady && this.#generation === generation) this.#recover(describe(code, signal))
    })
    this.#ready = await untilReady(child, this.#options)
    isReady = true
  }

  async restart(): Promise<void> {
    if (!(await this.#end())) return
    this.#crashes = []
    await this.launch()
  }

  async stop(): Promise<void> {
    await this.#end()
  }

  #recover(reason: string): void {
    const { name, onRestart, onGiveUp } = this.#options
    const now = Date.now()
    this.#crashes = [...this.#crashes.filter((at) => at > now - 60_000), now]
    const count = this.#crashes.length
    if (count > RESTARTS_PER_MINUTE) {
      onGiveUp(`${name} ${reason} too often`)
      return
    }
    onRestart?.(`${name} ${reason}; starting it again`)
    const generation = this.#generation
    this.#restartTimer = setTimeout(
      () => {
        this.launch().catch((error: Error) => {
          if (this.#generation === generation) this.#recover(error.message)
        })
      },
      Math.min(LAST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (count - 1)),
    )
  }

  /**
   * Stops the child and a scheduled restart. @returns false when a later `restart` or `stop` was called
   * meanwhile
   */
  async #end(): Promise<boolean> {
    this.#generation += 1
    const generation = this.#generation
    clearTimeout(this.#restartTimer)
    const child = this.#child
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await exited
      clearTimeout(killer)
    }
    return this.#generation === generation
  }
}

/**
 * Starts a child process that reports over IPC when it listens (`{ type: 'ready', url }`), and restarts it
 * when it crashes. If this process dies, the IPC channel closes and the child stops.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const service = new SupervisedService(options)
  await service.launch()
  return service
}

export interface Database {
  url(): string
  pid(): number | undefined
  stop(): Promise<void>
}

const FIRST_DATABASE_BACKOFF_MS = 400
/** After a run of at least this time, a crash has a new cause, so the backoff starts from the beginning. */
const STEADY_MS = 30_000

/**
 * Starts the embedded PostgreSQL and restarts it on the same port whenever it crashes: immediately the first
 * time, then with a growing backoff, for as long as the product runs. It never gives up: the cause of a long
 * outage, usually a full disk, is fixed by an operator while the product keeps running and serves cached
 * data.
 */
export async function startDatabase(
  home: string,
  steps: Pick<Steps, 'note'>,
  start: typeof startPostgres = startPostgres,
): Promise<Database> {
  const dir = join(home, 'pg')
  let server = await start({ dir, log: steps.note })
  let startedAt = performance.now()
  let attempts = 0
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let restarting: Promise<void> = Promise.resolve()

  const watch = () => {
    server.onExit(() => {
      if (performance.now() - startedAt > STEADY_MS) attempts = 0
      scheduleRestart()
    })
  }
  const scheduleRestart = () => {
    if (stopping) return
    attempts += 1
    const wait =
      attempts === 1 ? 0 : Math.min(LAST_BACKOFF_MS, FIRST_DATABASE_BACKOFF_MS * 2 ** (attempts - 2))
    timer = setTimeout(() => {
      restarting = revive()
    }, wait)
  }
  const revive = async (): Promise<void> => {
    steps.note(`database ended; starting it again (attempt ${attempts})`)
    try {
      server = await start({ dir, port: server.port, log: steps.note })
      startedAt = performance.now()
      watch()
    } catch (error) {
      steps.note(`database does not start again: ${error instanceof Error ? error.message : String(error)}`)
      scheduleRestart()
    }
  }
  watch()
  return {
    url: () => server.url,
    pid: () => server.pid,
    async stop() {
      stopping = true
      clearTimeout(timer)
      await restarting
      await server.stop()
    },
  }
}

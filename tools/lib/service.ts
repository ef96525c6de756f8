import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as z from 'zod'

const readyMessage = z.looseObject({ type: z.literal('ready'), url: z.string() })

export interface ServiceOptions {
  name: string
  /** Entry module, run by this process's Node. */
  entry: string
  /** Read anew at every start, since a restarted neighbour may have moved. */
  env: () => NodeJS.ProcessEnv
  /** One line that the service printed. */
  onLine(line: string): void
  /** Told when the service died by itself and will be started again. */
  onRestart?(reason: string): void
  /** Told when it died too often to go on. */
  onGiveUp(reason: string): void
  readyTimeoutMs?: number
}

export interface Service {
  readonly pid: number | undefined
  readonly ready: Record<string, unknown> & { url: string }
  /**
   * Stops the process gracefully and starts it from the sources as they are now. Not counted as a crash; a service that
   * was given up is supervised again. `stop` ends a restart under way.
   * @throws Error with the last lines that it printed when it does not start; the next restart may
   */
  restart(): Promise<void>
  stop(): Promise<void>
}

const RESTARTS_PER_MINUTE = 8
const FIRST_BACKOFF_MS = 200
const LAST_BACKOFF_MS = 5_000
/** Longer than the API's own drain, so that it is killed only when it hangs. */
const STOP_TIMEOUT_MS = 12_000
const LAST_LINES_MS = 500
/** Shown of a process that does not start: a syntax error with its file and its stack takes more than 20. */
const TAIL_LINES = 40

const describe = (code: number | null, signal: NodeJS.Signals | null) =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`

/**
 * A child process that says when it listens (`{ type: 'ready', url }` over IPC) and is started again when it dies.
 * When this process dies instead, the closed IPC channel tells the child to stop.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { name, entry, onLine } = options
  let child: ChildProcess
  /** Counts the calls of `restart` and `stop`: the end of a child that one of them replaced is no crash. */
  let generation = 0
  let ready: Service['ready'] = { url: '' }
  let crashes: number[] = []
  let timer: NodeJS.Timeout | undefined

  const launch = () =>
    new Promise<void>((resolve, reject) => {
      const mine = generation
      let isReady = false
      let tail: string[] = []
      child = fork(entry, [], {
        env: options.env(),
        execArgv: ['--disable-warning=ExperimentalWarning'],
        // Detached: a terminal's Ctrl-C must reach the supervisor alone, which stops its children in order.
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
          if (generation === mine) recover(describe(code, signal))
          return
        }
        // The last lines may still be on their way; a process that the child started could hold the pipes open.
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
    const mine = generation
    timer = setTimeout(() => {
      launch().catch((error: Error) => {
        if (generation === mine) recover(error.message)
      })
    }, backoff)
  }

  /** Ends the child and what would start another. @returns whether no later call took over meanwhile */
  const end = async (): Promise<boolean> => {
    generation += 1
    const mine = generation
    clearTimeout(timer)
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await gone
      clearTimeout(killer)
    }
    return generation === mine
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

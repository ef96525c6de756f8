import { type ChildProcess, fork } from 'node:child_process'
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
  stop(): Promise<void>
}

const RESTARTS_PER_MINUTE = 8
const FIRST_BACKOFF_MS = 200
const LAST_BACKOFF_MS = 5_000
/** Longer than the API's own drain, so that it is killed only when it hangs. */
const STOP_TIMEOUT_MS = 12_000

const describe = (code: number | null, signal: NodeJS.Signals | null) =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`

/**
 * A child process that says when it listens (`{ type: 'ready', url }` over IPC) and is started again when it dies.
 * When this process dies instead, the closed IPC channel tells the child to stop.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { name, entry, onLine } = options
  let child: ChildProcess
  let stopping = false
  let ready: Service['ready'] = { url: '' }
  let restarts: number[] = []
  let timer: NodeJS.Timeout | undefined

  const launch = () =>
    new Promise<void>((resolve, reject) => {
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
          tail = [...tail.slice(-19), text]
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
        if (!isReady) reject(new Error(`${name} ${describe(code, signal)}\n${tail.join('\n')}`))
        else if (!stopping) restart(describe(code, signal))
      })
    })

  const restart = (reason: string) => {
    const now = Date.now()
    restarts = [...restarts.filter((at) => at > now - 60_000), now]
    if (restarts.length > RESTARTS_PER_MINUTE) return options.onGiveUp(`${name} ${reason} too often`)
    options.onRestart?.(`${name} ${reason}; starting it again`)
    const backoff = Math.min(LAST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (restarts.length - 1))
    timer = setTimeout(() => {
      launch().catch((error: Error) => {
        if (!stopping) restart(error.message)
      })
    }, backoff)
  }

  await launch()
  return {
    get pid() {
      return child.pid
    },
    get ready() {
      return ready
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGTERM')
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await gone
      clearTimeout(killer)
    },
  }
}

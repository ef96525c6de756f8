import {
  type ApiClient,
  type Connection,
  type ConnectionOptions,
  createApiClient,
  findConnection,
  isSentUnencrypted,
  requireConnection,
} from './api/client.ts'
import { CommandFailure, EXIT, type ExitCode } from './failure.ts'

/** The environment and the streams of a command: the process's, or a test's. */
export interface RemoteIo {
  env: NodeJS.ProcessEnv
  /** Results; with `--json` only the JSON document. */
  stdout(text: string): void
  /** Progress and errors. */
  stderr(text: string): void
  /** Aborted on SIGINT, SIGTERM and SIGHUP. */
  signal: AbortSignal
  /** Asks a yes-or-no question on the terminal; null without a terminal. */
  ask: ((question: string) => Promise<boolean>) | null
  /** Whether results may be coloured. */
  colours: boolean
  /** Milliseconds before a lost request is retried. */
  retryMs: number
}

/** Progress output of a command, each step with its duration in seconds. */
export interface Progress {
  step<T>(title: string, work: () => Promise<T> | T): Promise<T>
  note(text: string): void
  /** Seconds per step so far, in order. */
  readonly seconds: Record<string, number>
}

const round = (ms: number): number => Math.round(ms / 10) / 100

/** @param quiet with `--json`: durations are measured, but nothing is written */
export function createProgress(io: Pick<RemoteIo, 'stderr'>, { quiet }: { quiet: boolean }): Progress {
  const seconds: Record<string, number> = {}
  const say = (text: string) => {
    if (!quiet) io.stderr(`${text}\n`)
  }
  return {
    seconds,
    note: (text) => say(`  ${text}`),
    async step(title, work) {
      const begun = performance.now()
      let mark = '✗'
      try {
        const result = await work()
        mark = '✓'
        return result
      } finally {
        seconds[title] = round(performance.now() - begun)
        say(`${mark} ${title} ${seconds[title].toFixed(2)} s`)
      }
    },
  }
}

/** The options of every command. */
export interface CommonOptions extends ConnectionOptions {
  json?: boolean
}

/** The result of a command: a JSON document, and the same as text. */
export interface CommandResult {
  document: Record<string, unknown>
  text: string
  exitCode?: ExitCode
}

export interface CommandContext {
  io: RemoteIo
  /**
   * Asks the user before a change that may do harm.
   * @param isConfirmed whether the command line already confirms it (`--yes`)
   * @throws CommandFailure unconfirmed when the answer is no, or when there is no terminal to ask
   */
  confirm(question: string, isConfirmed: boolean): Promise<void>
  progress: Progress
  /** @throws CommandFailure when no API is named and no local start is running */
  connect(): Promise<ApiClient>
  /** Resolves to null when no API is named and no local start is running. */
  tryConnect(): Promise<ApiClient | null>
}

export function createContext(io: RemoteIo, options: CommonOptions): CommandContext {
  const progress = createProgress(io, { quiet: options.json === true })
  const client = (connection: Connection) => {
    if (isSentUnencrypted(connection))
      io.stderr(`! ${connection.url} is not encrypted: the token can be read on the network\n`)
    if (options.token !== undefined)
      io.stderr('! --token shows in the list of processes; PROPSIGHT_TOKEN or --token-file does not\n')
    return createApiClient(connection, {
      signal: io.signal,
      retryMs: io.retryMs,
      onRetry: (reason) => progress.note(`${connection.url}: ${reason}; trying again`),
    })
  }
  return {
    io,
    progress,
    async confirm(question, isConfirmed) {
      if (isConfirmed) return
      if (!io.ask || options.json)
        throw new CommandFailure(EXIT.unconfirmed, `${question} Nothing was changed; --yes confirms it`)
      if (!(await io.ask(question))) throw new CommandFailure(EXIT.unconfirmed, 'Nothing was changed')
    },
    connect: async () => client(await requireConnection(options, io.env)),
    tryConnect: async () => {
      const connection = await findConnection(options, io.env)
      return connection && client(connection)
    },
  }
}

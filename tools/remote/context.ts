import { type ApiClient, createApiClient } from './api/client.ts'
import {
  type Connection,
  type ConnectionOptions,
  findConnection,
  needConnection,
  travelsInTheClear,
} from './api/connection.ts'
import type { ExitCode } from './failure.ts'
import { createProgress, type Progress, type RemoteIo } from './io.ts'

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
  progress: Progress
  /** @throws CommandFailure when no API is named and no local start is running */
  connect(): Promise<ApiClient>
  /** Resolves to null when no API is named and no local start is running. */
  tryConnect(): Promise<ApiClient | null>
}

export function createContext(io: RemoteIo, options: CommonOptions): CommandContext {
  const progress = createProgress(io, { quiet: options.json === true })
  const client = (connection: Connection) => {
    if (travelsInTheClear(connection))
      io.stderr(`! ${connection.url} is not encrypted: whoever carries this request can read the token\n`)
    if (options.token !== undefined)
      io.stderr('! --token shows in the list of processes; PROPSIGHT_TOKEN or --token-file does not\n')
    return createApiClient(connection, {
      signal: io.signal,
      retryMs: io.retryMs,
      onRetry: (reason) => progress.note(`${connection.url}: ${reason}; trying once more`),
    })
  }
  return {
    io,
    progress,
    connect: async () => client(await needConnection(options, io.env)),
    tryConnect: async () => {
      const connection = await findConnection(options, io.env)
      return connection && client(connection)
    },
  }
}

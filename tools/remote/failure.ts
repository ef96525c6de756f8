import { typed } from './text/typed.ts'

/** What scripts may act on. Documented in docs/remotes.md and in the command's own help. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  unauthorised: 3,
  conflict: 4,
  unreachable: 5,
  /** As a shell counts them: 128 and the signal's number. */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The reason why a command did not do what it was asked for, in words for the person who typed it. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode
  /** Goes into the `--json` document beside the error. */
  readonly details: Record<string, unknown>

  constructor(exitCode: ExitCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'CommandFailure'
    this.exitCode = exitCode
    this.details = details
  }
}

export const usage = (message: string): CommandFailure => new CommandFailure(EXIT.usage, message)
export const failed = (message: string, details?: Record<string, unknown>): CommandFailure =>
  new CommandFailure(EXIT.failed, message, details)

/** The reason of the signal that ends a command. */
export const stopped = (exitCode: ExitCode): CommandFailure =>
  new CommandFailure(
    exitCode,
    `Stopped. An upload that was not whole counts for nothing; ${typed('list')} shows what is live.`,
  )

/** Any error as a failure with an exit code; what is not one already has simply failed. */
export function asFailure(error: unknown, signal: AbortSignal): CommandFailure {
  if (error instanceof CommandFailure) return error
  if (signal.aborted)
    return signal.reason instanceof CommandFailure ? signal.reason : stopped(EXIT.interrupted)
  return failed(error instanceof Error ? error.message : String(error))
}

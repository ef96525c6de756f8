let command = 'npm run remote --'

/** Sets how the program is called, for messages: the kit for other repositories has its own name. */
export function setCommand(called: string): void {
  command = called
}

/** The full command line of a subcommand, for messages. */
export const commandLine = (words: string): string => `${command} ${words}`

/** The exit codes. Documented in the command's help. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  unauthorised: 3,
  conflict: 4,
  unreachable: 5,
  /** The command asks for confirmation and got none. */
  unconfirmed: 6,
  /** As in a shell: 128 plus the signal's number. */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A failed command, with a message for the user and an exit code. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode
  /** Added to the `--json` document next to the error. */
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

/** The failure of a command that was ended by a signal. */
export const stopped = (exitCode: ExitCode): CommandFailure =>
  new CommandFailure(
    exitCode,
    `Stopped. An incomplete upload has no effect; ${commandLine('list')} shows what is live.`,
  )

/** Converts any error to a failure. An error without an exit code gets `EXIT.failed`. */
export function toCommandFailure(error: unknown, signal: AbortSignal): CommandFailure {
  if (error instanceof CommandFailure) return error
  if (signal.aborted)
    return signal.reason instanceof CommandFailure ? signal.reason : stopped(EXIT.interrupted)
  return failed(error instanceof Error ? error.message : String(error))
}

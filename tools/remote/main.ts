import { createInterface } from 'node:readline/promises'
import { type Command, CommanderError } from 'commander'
import { loadEnvFile } from '../lib/environment.ts'
import { type CommandResult, type CommonOptions, createContext, type RemoteIo } from './context.ts'
import { CommandFailure, EXIT, type ExitCode, toCommandFailure } from './failure.ts'
import type { Run } from './options.ts'
import { createProgram } from './program.ts'

/** Only `y` and `yes` confirm, so that Enter changes nothing. */
async function askOnTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim())
  } finally {
    terminal.close()
  }
}

/**
 * Runs a command line with the environment (including `.env`), streams, signals and exit code of this
 * process.
 * @param stopped creates the failure for the exit code of a signal
 */
export async function runAsProcess(
  run: (args: string[], io: RemoteIo) => Promise<ExitCode>,
  stopped: (exitCode: ExitCode) => CommandFailure,
): Promise<void> {
  loadEnvFile()

  const stop = new AbortController()
  for (const [signal, code] of [
    ['SIGINT', EXIT.interrupted],
    ['SIGTERM', EXIT.terminated],
    ['SIGHUP', EXIT.hungUp],
  ] as const)
    process.on(signal, () => {
      // A second signal ends the process immediately.
      if (stop.signal.aborted) process.exit(code)
      stop.abort(stopped(code))
    })

  const io: RemoteIo = {
    env: process.env,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    signal: stop.signal,
    ask:
      process.stdin.isTTY && process.stderr.isTTY ? (question) => askOnTerminal(question, stop.signal) : null,
    colours: process.stdout.isTTY === true && process.stdout.hasColors(),
    retryMs: 600,
  }

  // The reader of a pipe may close it early (`| head`); that is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

  // Not process.exit, which could lose output that is still being written to a pipe.
  process.exitCode = await run(process.argv.slice(2), io)
}

const print = (io: RemoteIo, document: Record<string, unknown>) =>
  io.stdout(`${JSON.stringify(document, null, 2)}\n`)

function printResult(io: RemoteIo, { json }: CommonOptions, result: CommandResult): ExitCode {
  const exitCode = result.exitCode ?? EXIT.done
  if (json) print(io, { ok: exitCode === EXIT.done, ...result.document })
  else io.stdout(result.text)
  return exitCode
}

function printFailure(io: RemoteIo, json: boolean, failure: CommandFailure): ExitCode {
  const { exitCode, message, details } = failure
  const { text, ...rest } = details
  if (json) print(io, { ok: false, error: { exitCode, message }, ...rest })
  else {
    if (typeof text === 'string') io.stdout(text)
    io.stderr(`✗ ${message}\n`)
  }
  return exitCode
}

/** Runs one command line of `npm run remote`. @param args the arguments after `remote` */
export const runRemote = (args: string[], io: RemoteIo): Promise<ExitCode> =>
  runCommandLine(args, io, createProgram)

/**
 * Runs one command line and returns its exit code. Never throws: errors are written to `stderr`, or to the
 * JSON document.
 * @param create creates the program; its actions must be run with the given `Run` function
 */
export async function runCommandLine(
  args: string[],
  io: RemoteIo,
  create: (run: Run) => Command,
): Promise<ExitCode> {
  // Not read from the parsed options, which do not exist when parsing fails.
  const json = args.includes('--json')
  let errorOutput = ''
  let exitCode: ExitCode = EXIT.done
  const program = create(async (options, work) => {
    exitCode = printResult(io, options, await work(createContext(io, options)))
  })
  const commands = [program, ...program.commands, ...program.commands.flatMap((command) => command.commands)]
  for (const command of commands)
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout(text),
      writeErr: (text) => {
        errorOutput += text
      },
    })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) return printFailure(io, json, toCommandFailure(error, io.signal))
    if (error.exitCode === 0) return EXIT.done
    // Without a subcommand commander writes the help to its error output.
    if (error.code === 'commander.help' && !json) {
      io.stderr(errorOutput)
      return EXIT.usage
    }
    const usageError = errorOutput.replace(/^error: /, '').trim()
    const message =
      error.code === 'commander.help' ? 'No command was given; --help lists the commands' : usageError
    return printFailure(io, json, new CommandFailure(EXIT.usage, message))
  }
}

import { type Command, CommanderError } from 'commander'
import { type CommandResult, type CommonOptions, createContext } from './context.ts'
import { asFailure, CommandFailure, EXIT, type ExitCode } from './failure.ts'
import type { RemoteIo } from './io.ts'
import { createProgram, type Run } from './program.ts'

const print = (io: RemoteIo, document: Record<string, unknown>) =>
  io.stdout(`${JSON.stringify(document, null, 2)}\n`)

function tellResult(io: RemoteIo, { json }: CommonOptions, result: CommandResult): ExitCode {
  const exitCode = result.exitCode ?? EXIT.done
  if (json) print(io, { ok: exitCode === EXIT.done, ...result.document })
  else io.stdout(result.text)
  return exitCode
}

function tellFailure(io: RemoteIo, json: boolean, failure: CommandFailure): ExitCode {
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
  let complaint = ''
  let exitCode: ExitCode = EXIT.done
  const program = create(async (options, work) => {
    exitCode = tellResult(io, options, await work(createContext(io, options)))
  })
  const commands = [program, ...program.commands, ...program.commands.flatMap((command) => command.commands)]
  for (const command of commands)
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout(text),
      writeErr: (text) => {
        complaint += text
      },
    })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) return tellFailure(io, json, asFailure(error, io.signal))
    if (error.exitCode === 0) return EXIT.done
    // Without a subcommand commander writes the help to its error output.
    if (error.code === 'commander.help' && !json) {
      io.stderr(complaint)
      return EXIT.usage
    }
    const said = complaint.replace(/^error: /, '').trim()
    const message = error.code === 'commander.help' ? 'Say what to do; --help shows what there is' : said
    return tellFailure(io, json, new CommandFailure(EXIT.usage, message))
  }
}

import { type Command, CommanderError } from 'commander'
import { backtestProgram, CommandError, EXIT, fitProgram, type Options, parseOptions } from './options.ts'
import type { CommandIo } from './run/command-io.ts'
import { runBacktest, runSampleBacktest } from './run/run-backtest.ts'
import { runFit } from './run/run-fit.ts'

/**
 * Runs one command and returns its exit code. Errors are written to `stderr`, never thrown.
 * @param args the arguments after the command's name
 */
async function runCommand(
  program: Command,
  args: readonly string[],
  io: CommandIo,
  work: (options: Options) => Promise<unknown>,
): Promise<number> {
  program.exitOverride().configureOutput({ writeOut: io.stdout, writeErr: io.stderr })
  try {
    program.parse(args, { from: 'user' })
    await work(parseOptions(program.opts(), io.cwd))
    return EXIT.done
  } catch (error) {
    // Commander has already written the message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    io.stderr(`✗ ${error instanceof Error ? error.message : error}\n`)
    return error instanceof CommandError ? error.exitCode : EXIT.failed
  }
}

/** The command `npm run backtest`. */
export const backtest = (args: readonly string[], io: CommandIo): Promise<number> =>
  runCommand(backtestProgram(), args, io, (options) =>
    options.sample ? runSampleBacktest(options, io) : runBacktest(options, io),
  )

/** The command `npm run fit`. */
export const fit = (args: readonly string[], io: CommandIo): Promise<number> =>
  runCommand(fitProgram(), args, io, (options) => runFit(options, io))

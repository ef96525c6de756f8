import { type Command, CommanderError } from 'commander'
import { NBA } from './nba/nba.ts'
import { NFL } from './nfl/nfl.ts'
import { backtestProgram, CommandError, EXIT, fitProgram, marketProgram, parseOptions } from './options.ts'
import type { CommandIo } from './run/command-io.ts'
import { judgeOnLast, runBacktest, runSampleBacktest } from './run/run-backtest.ts'
import { runFit } from './run/run-fit.ts'
import { runMarket } from './run/run-market.ts'
import { runSportMarket } from './sport/market.ts'
import { judgeSportOnLast, runSportBacktest, runSportFit } from './sport/run.ts'
import type { AnySport } from './sport/sport.ts'

export { type ReadSeason, readSeason } from './read/read-season.ts'
export type {
  BattingRow,
  PitchingRow,
  ScheduledGame,
  Season,
  SeasonStarter,
} from './read/season.ts'
export { processIo } from './run/command-io.ts'
export { seasonOf } from './sample/season-of.ts'
export { type DayRows, SeasonState } from './walk/season-state.ts'
export { type WalkDay, type WalkRange, walk } from './walk/walk.ts'

/**
 * Runs one command and returns its exit code. Errors are written to `stderr`, never thrown.
 * @param args the arguments after the command's name
 */
async function runCommand(
  program: Command,
  args: readonly string[],
  io: CommandIo,
  work: (typed: unknown) => unknown,
): Promise<number> {
  program.exitOverride().configureOutput({ writeOut: io.stdout, writeErr: io.stderr })
  try {
    program.parse(args, { from: 'user' })
    await work(program.opts())
    return EXIT.done
  } catch (error) {
    // Commander has already written the message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    io.stderr(`✗ ${error instanceof Error ? error.message : error}\n`)
    return error instanceof CommandError ? error.exitCode : EXIT.failed
  }
}

/** The sports with box scores of players. Baseball has plate appearances, starters and parks, and commands of its own. */
const SPORTS: Readonly<Partial<Record<string, AnySport>>> = { nba: NBA, nfl: NFL }

/** The command `npm run backtest`. */
export const backtest = (args: readonly string[], io: CommandIo): Promise<number> =>
  runCommand(backtestProgram(), args, io, (typed) => {
    const options = parseOptions(typed, io.cwd)
    const sport = SPORTS[options.sport]
    if (sport) return runSportBacktest(sport, options, io)
    return options.sample ? runSampleBacktest(options, io) : runBacktest(options, io)
  })

/** The command `npm run fit`. */
export const fit = (args: readonly string[], io: CommandIo): Promise<number> =>
  runCommand(fitProgram(), args, io, async (typed) => {
    const options = parseOptions(typed, io.cwd)
    const { last, season } = options
    const sport = SPORTS[options.sport]
    if (last !== undefined) {
      if (sport) judgeSportOnLast(sport, options, last, io)
      else await judgeOnLast(options, last, io)
    }
    const all = last === undefined ? options : { ...options, season: [...season, last] }
    return sport ? runSportFit(sport, all, io) : runFit(all, io)
  })

/** The command `npm run market`. */
export const market = (args: readonly string[], io: CommandIo): Promise<number> =>
  runCommand(marketProgram(), args, io, (typed) => {
    const options = parseOptions(typed, io.cwd)
    const sport = SPORTS[options.sport]
    return sport ? runSportMarket(sport, options, io) : runMarket(options, io)
  })

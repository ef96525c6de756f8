import { Command } from 'commander'

const season = (command: Command): Command =>
  command.option(
    '--season <folder>',
    'batting, pitching and games as .csv or .csv.gz, or Retrosheet’s CSV release',
  )

const BACKTEST_NOTES = `
Exit codes:
  0  done, however the figures fall
  1  failed
  2  wrong usage, or a folder, file or column that is not there

Examples:
  npm run backtest -- --season ../season-2019 --from 2019-07-01
  npm run backtest -- --season ../season-2019 --json figures.json --html figures.html
  npm run backtest -- --sample`

/** Options and help of `pnpm backtest`. */
export const backtestProgram = (): Command =>
  season(
    new Command('backtest').description(
      'Holds the engine’s forecasts against a season, each made from the games of earlier days only.',
    ),
  )
    .option('--from <day>', 'the first day judged, such as 2019-07-01; earlier ones are learnt from')
    .option('--to <day>', 'the last day judged')
    .option('--json <file>', 'write every figure')
    .option('--html <file>', 'write a page with reliability curves')
    .option('--rows <file>', 'write every judged forecast beside what came of it, as CSV')
    .option('--data <name>', 'what the data is called in the report (default: the folder’s name)')
    .option('--ship', 'also write the figures into the engine, for GET /api/model/calibration')
    .option('--sample', 'judge on the sample league, whose true chances are known; needs no folder')
    .addHelpText('after', BACKTEST_NOTES)

const FIT_NOTES = `
Constants are written to shared/src/domain/engine/fitted with the name of the data and its last day.

Example:
  npm run fit -- --season ../season-2019 --to 2019-06-30 --data "Retrosheet, 2019"`

/** Options and help of `pnpm fit`. */
export const fitProgram = (): Command =>
  season(new Command('fit').description('Fits the constants that ship with the engine.'))
    .option('--to <day>', 'the last day learnt from (default: the folder’s last)')
    .option('--data <name>', 'what the data is called (default: the folder’s name)')
    .option('--dry-run', 'say what would change, and write nothing')
    .addHelpText('after', FIT_NOTES)

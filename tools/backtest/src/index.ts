export { backtest, fit, market } from './main.ts'
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

export { readSeasonFolder } from './read-folder.ts'
export { ReplayError } from './replay-error.ts'
export type { BattingRecord, GameRecord, PitchingRecord, SeasonLog } from './season-log.ts'

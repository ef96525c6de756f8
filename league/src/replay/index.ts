export { readSeasonFolder } from './read-folder.ts'
export type { BattingRecord, GameRecord, PitchingRecord, SeasonLog } from './season-log.ts'
export { ReplayError } from './season-log.ts'

export type { BattingRow, PitchingRow, ScheduledGame, Season, SeasonStarter } from './read/season.ts'

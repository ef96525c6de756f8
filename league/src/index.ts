export { type League, type LeagueOptions, type LeagueTruth, startLeague } from './start-league.ts'
export type { BookLine, World } from './world/world.ts'

export * from './baseball-clubs.ts'
export * from './club.ts'
export * from './find-club.ts'
export * from './football-clubs.ts'

export * from './clock/league-clock.ts'

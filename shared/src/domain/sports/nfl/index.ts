export * from './forecast.ts'
export * from './league.ts'
export * from './markets.ts'
export * from './records.ts'

export * from './rate-weather.ts'
export * from './rating.ts'
export * from './wind.ts'

export * from './evidence.ts'
export * from './shown-market.ts'

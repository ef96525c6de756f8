export * from './consensus.ts'
export * from './odds.ts'

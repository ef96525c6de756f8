export * from './projections.ts'

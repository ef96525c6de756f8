export * from './club.ts'
export * from './find-club.ts'

/**
 * Schemas of the upstream services' responses, for tests that check other producers of these formats (the
 * sample league, recorded responses). Code in `src` imports the files themselves.
 */
export * from './football/format.ts'
export * from './lines/format.ts'
export * from './odds/format.ts'
export * from './stats/format/index.ts'
export * from './weather/nws.ts'
export * from './weather/open-meteo.ts'

/**
 * Version of the engine: the day of the last change of its model or constants. Stored with each forecast
 * record.
 */
export const ENGINE_VERSION = '2026-11-22'

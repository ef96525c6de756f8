/** The engine's release, by the day on which its model or its constants last changed. Stored beside what it promised. */
export const ENGINE_VERSION = '2026-11-22'

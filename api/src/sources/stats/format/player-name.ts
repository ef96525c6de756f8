// Re-exported from the domain for code that parses responses of the stats service.
export { loosePlayerName, normalisePlayerName } from '@propsight/shared/domain'

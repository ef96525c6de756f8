import type { IncomingMessage } from 'node:http'

const VERSIONS = new Set(['1.0', '1.1'])

/**
 * Whether a request can be read in two ways where the parser lets it pass: a proxy in front of us may have read the
 * other one (RFC 9112 §3.2, §6.1). What a length contradicts is refused by the parser itself.
 */
export function hasTwoReadings({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  const chunkedBeforeChunks = httpVersion === '1.0' && headers['transfer-encoding'] !== undefined
  return !VERSIONS.has(httpVersion) || hosts > 1 || chunkedBeforeChunks
}

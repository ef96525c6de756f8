import type { IncomingMessage } from 'node:http'

const VERSIONS = new Set(['1.0', '1.1'])

/**
 * Whether a request is ambiguous (request smuggling) although Node's parser accepts it: a proxy in front of
 * this server may interpret it differently (RFC 9112 §3.2, §6.1). The parser itself refuses contradicting
 * lengths.
 */
export function hasTwoReadings({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  const chunkedBeforeChunks = httpVersion === '1.0' && headers['transfer-encoding'] !== undefined
  return !VERSIONS.has(httpVersion) || hosts > 1 || chunkedBeforeChunks
}

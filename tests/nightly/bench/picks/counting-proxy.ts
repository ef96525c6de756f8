import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'

/** PostgreSQL frontend messages that run a statement: Query (Q) and Execute (E). */
const STATEMENT_TYPES = new Set(['Q', 'E'])
/** Header of a message: type (1 byte) and length without the type (4 bytes). */
const HEAD_BYTES = 5

/**
 * Counts the statements in the byte stream of one connection. The first message (startup) has no type byte.
 */
function createCounter(onStatement: () => void): (part: Buffer) => void {
  let rest = Buffer.alloc(0)
  let startupReceived = false
  return (part) => {
    rest = Buffer.concat([rest, part])
    for (;;) {
      const head = startupReceived ? HEAD_BYTES : HEAD_BYTES - 1
      if (rest.length < head) return
      const end = rest.readUInt32BE(head - 4) + head - 4
      if (rest.length < end) return
      if (startupReceived && STATEMENT_TYPES.has(String.fromCharCode(rest[0] ?? 0))) onStatement()
      startupReceived = true
      rest = rest.subarray(end)
    }
  }
}

/** Starts a proxy in front of a database that counts statements. */
export async function countingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  let statements = 0
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const count = createCounter(() => {
      statements += 1
    })
    client.setNoDelay()
    database.setNoDelay()
    client.on('data', (part) => count(part))
    client.pipe(database).pipe(client)
    client.on('error', () => database.destroy())
    database.on('error', () => client.destroy())
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** Number of statements since the last call. */
    take(): number {
      const taken = statements
      statements = 0
      return taken
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

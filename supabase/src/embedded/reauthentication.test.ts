import { describe, expect, it } from 'vitest'
import type { ConnectionPool, ReservedConnection } from './connection-pool.ts'
import { recordSession } from './reauthentication.ts'

const SESSION = '5f0c2f6e-8e55-4a39-9d5c-0d2f8a7b1c11'

/** A pool whose leases and statements fail as given. */
const failingPool = (atLease: boolean, onRelease = () => {}): ConnectionPool => ({
  reserve: async () => {
    if (atLease) throw new Error('no connection is free')
    const lease: ReservedConnection = {
      unsafe: async () => {
        throw new Error('connection closed')
      },
      release: onRelease,
    }
    return lease
  },
  end: async () => {},
})
const record = (leases: ConnectionPool, log: (message: string) => void) =>
  recordSession(
    leases,
    new Request('http://localhost/auth/v1/token?grant_type=password', { method: 'POST' }),
    new Response('{}', { headers: { 'sb-auth-session-id': SESSION } }),
    'secret',
    log,
  )

describe('recordSession', () => {
  it('logs a failure of the database, so that the sign-in still succeeds', async () => {
    const lines: string[] = []
    let released = 0
    await record(failingPool(true), (line) => lines.push(line))
    await record(
      failingPool(false, () => {
        released += 1
      }),
      (line) => lines.push(line),
    )
    expect(lines).toEqual([
      'a new session was not recorded: no connection is free',
      'a new session was not recorded: connection closed',
    ])
    expect(released).toBe(1)
  })
})

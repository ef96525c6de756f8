import PQueue from 'p-queue'
import * as z from 'zod'
import type { CallContext } from './call-context.ts'
import type { CheckedRequest } from './check-request.ts'
import type { ConnectionPool } from './connection-pool.ts'

/** Refreshes at a time. Each holds a connection, also while it waits for another refresh of its token. */
const RUNNING = 4

const refreshBody = z.object({ refresh_token: z.string() })

function readRefreshToken({ call, json }: CheckedRequest): string | null {
  const { pathname, searchParams } = new URL(call.url)
  if (call.method !== 'POST' || pathname !== '/auth/v1/token') return null
  if (searchParams.get('grant_type') !== 'refresh_token') return null
  return refreshBody.safeParse(json).data?.refresh_token ?? null
}

/**
 * Runs the refreshes of a token one after the other, in one transaction each, also across instances. The service reads
 * the token, revokes it and creates the next one in separate statements: parallel refreshes would each create one, and
 * a crash between two statements would end the session. The hosted service locks the token in the same way.
 * @returns a function that answers a refresh, or returns null for another request
 */
export function createRefreshQueue(leases: ConnectionPool) {
  const running = new PQueue({ concurrency: RUNNING })
  return async (
    context: CallContext,
    request: CheckedRequest,
    serve: () => Promise<Response>,
  ): Promise<Response | null> => {
    const token = readRefreshToken(request)
    if (token === null) return null
    return running.add(async () => {
      const lease = await leases.reserve()
      try {
        await lease.unsafe('begin')
        await lease.unsafe('select 1 from auth.refresh_tokens where token = $1 for update', [token])
        context.connection = lease
        const response = await serve()
        // A refusal is kept, too: the service revokes all tokens of a session when an old one is used again.
        await lease.unsafe('commit')
        return response
      } catch (error) {
        await lease.unsafe('rollback').catch(() => undefined)
        throw error
      } finally {
        delete context.connection
        lease.release()
      }
    })
  }
}

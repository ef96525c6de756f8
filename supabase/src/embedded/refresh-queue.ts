import PQueue from 'p-queue'
import * as z from 'zod'
import type { CallContext } from './call-context.ts'
import type { CheckedRequest } from './check-request.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { busy } from './password-queue.ts'

/** Refreshes at a time, each with a connection. */
const RUNNING = 4
/** Accounts whose refresh may wait, and waiting refreshes of one account. */
const WAITING = 50
const WAITING_PER_ACCOUNT = 20

/** Tokens at a time whose account is read, each with a connection, and those that wait for it. A read takes about 1 ms. */
const READING = 2
const WAITING_READS = 200

/** A longer token is in no row: the column has this length. The service refuses it without a turn. */
const refreshBody = z.object({ refresh_token: z.string().max(255) })

function readRefreshToken({ call, json }: CheckedRequest): string | null {
  const { pathname, searchParams } = new URL(call.url)
  if (call.method !== 'POST' || pathname !== '/auth/v1/token') return null
  if (searchParams.get('grant_type') !== 'refresh_token') return null
  return refreshBody.safeParse(json).data?.refresh_token ?? null
}

/** Locks an account. A transaction that changes or ends sessions does this first: in another order two would deadlock. */
export const LOCK_ACCOUNT = 'select 1 from auth.users where id = $1 for no key update'
/** Locks the account, the session and the row of a token, in the order of the changes that end sessions. */
const LOCKS = [
  `select 1 from auth.users where id = (select user_id::uuid from auth.refresh_tokens where token = $1)
     for no key update`,
  `select 1 from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1)
     for no key update`,
  'select 1 from auth.refresh_tokens where token = $1 for update',
]

/**
 * Runs the refreshes of an account one after the other, in one transaction each, also across instances. The service reads
 * the token, revokes it and creates the next one in separate statements: parallel refreshes would each create one, and
 * a crash between two statements would end the session. The hosted service locks the token in the same way. A refresh
 * takes one of the places only when no other one of its account has a place: it would wait there for the account's lock,
 * and an account with many sessions would take the places of others.
 * @param callMs time limit of a call. A refresh that still waits then is not run: it has been answered.
 * @returns a function that answers a refresh, or returns null for another request
 */
export function createRefreshQueue(leases: ConnectionPool, callMs: number) {
  const reading = new PQueue({ concurrency: READING })
  const running = new PQueue({ concurrency: RUNNING })
  const byAccount = new Map<string, PQueue>()

  /** The account of a token; the token itself if it is unknown, which the service refuses. */
  async function readAccount(token: string): Promise<string> {
    const lease = await leases.reserve()
    try {
      const [row] = await lease.unsafe('select user_id from auth.refresh_tokens where token = $1', [token])
      return row?.user_id ?? token
    } finally {
      lease.release()
    }
  }

  async function refresh(context: CallContext, token: string, serve: () => Promise<Response>) {
    const lease = await leases.reserve()
    try {
      await lease.unsafe('begin')
      for (const lock of LOCKS) await lease.unsafe(lock, [token])
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
  }

  /** Runs work in the turn of its account. @returns its answer, or the refusal when too many wait */
  async function takeTurn(account: string, work: () => Promise<Response> | Response): Promise<Response> {
    const known = byAccount.get(account)
    if (known ? known.size >= WAITING_PER_ACCOUNT : running.size >= WAITING) return busy()
    const queue = known ?? new PQueue({ concurrency: 1 })
    byAccount.set(account, queue)
    try {
      return await queue.add(() => running.add(async () => work()))
    } finally {
      if (queue.size + queue.pending === 0) byAccount.delete(account)
    }
  }

  return async (
    context: CallContext,
    request: CheckedRequest,
    serve: () => Promise<Response>,
  ): Promise<Response | null> => {
    const token = readRefreshToken(request)
    if (token === null) return null
    const deadline = performance.now() + callMs
    if (reading.size >= WAITING_READS) return busy()
    context.onWait?.(true)
    try {
      const account = await reading.add(() => readAccount(token))
      return await takeTurn(account, () => {
        context.onWait?.(false)
        return performance.now() < deadline ? refresh(context, token, serve) : busy()
      })
    } finally {
      context.onWait?.(false)
    }
  }
}

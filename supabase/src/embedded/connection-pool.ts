import type postgres from 'postgres'
import { UNAVAILABLE } from './errors.ts'

interface Slot {
  sql: postgres.Sql
  /** The user of the current lease; null if its connections are not limited. */
  owner: string | null
  /** Whether the connection has failed; no further statement may run on it. */
  lost: boolean
  /** Rejects the statement that is running on the connection. */
  abandon: (error: Error) => void
  /** Closes the connection when it was not used for some time. */
  idleTimer?: NodeJS.Timeout
}

interface Waiting {
  owner: string | null
  take(slot: Slot): void
  refuse(error: Error): void
}

/** A reserved connection. */
export interface ReservedConnection {
  /**
   * Runs a statement.
   * @throws Error with the code CONNECTION_CLOSED or QUERY_TIMEOUT when the connection is lost
   */
  unsafe(
    text: string,
    parameters?: postgres.ParameterOrJSON<never>[],
  ): Promise<postgres.RowList<postgres.Row[]>>
  release(): void
}

export interface ConnectionPool {
  /**
   * @param owner user whose connections are limited; null, the default, for a request without that limit
   * @param onWait called with true when the request has to wait because its owner holds all connections that one
   *   owner may have, and with false when that wait ends
   * @throws Error with the code CONNECT_TIMEOUT when no connection becomes free in time, or too many requests
   * of the owner wait
   */
  reserve(owner?: string | null, onWait?: (waits: boolean) => void): Promise<ReservedConnection>
  end(options: { timeout: number }): Promise<void>
}

export interface PoolLimits {
  size: number
  /** Maximum number of connections of one owner, and of all owners together. */
  perOwner: number
  allOwners: number
  /** Maximum number of waiting requests of one owner. */
  waitingPerOwner: number
  /** Limit for waiting for a free connection. */
  waitMs: number
  /** Limit for one statement, including the time to connect. */
  queryMs: number
  /** After this time without use a connection closes. */
  idleMs: number
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

/** Whether an error is a failure of the connection, not of the statement or its values. */
const isFailure = (error: unknown) =>
  error instanceof Error &&
  ('syscall' in error || ('code' in error && typeof error.code === 'string' && UNAVAILABLE.test(error.code)))

const closed = () => failure('CONNECTION_CLOSED', 'the database closed the connection')

/**
 * Creates a pool of connections for exclusive use. It replaces the driver's own `reserve`, which does not
 * survive a crash of the server (porsager/postgres, issues 1154 and 1208):
 * - it writes to a closed socket, and the caller cannot catch the error;
 * - a statement sent between the socket's error and its close is never answered;
 * - a statement not yet flushed at the close blocks every later connection of the client.
 *
 * Therefore a client with a failed connection is discarded, its lease runs no further statement, and every
 * statement has a time limit.
 * @param open creates a client with one connection, and reports when it closes
 * @param limits size of the pool and time limits in milliseconds
 */
export function createConnectionPool(
  open: (onClose: () => void) => postgres.Sql,
  limits: PoolLimits,
): ConnectionPool {
  const slots = new Set<Slot>()
  const idle: Slot[] = []
  const waiting: Waiting[] = []
  let ended = false

  const newSlot = (): Slot => {
    const slot: Slot = {
      sql: open(() => {
        slot.lost = true
        slot.abandon(closed())
      }),
      owner: null,
      lost: false,
      abandon: () => {},
    }
    slots.add(slot)
    return slot
  }
  const discard = (slot: Slot) => {
    slot.lost = true
    if (slots.delete(slot)) slot.sql.end({ timeout: 0 }).catch(() => {})
  }
  const owners = () => [...slots].flatMap((slot) => slot.owner ?? [])
  const holdsAll = (owner: string) => owners().filter((other) => other === owner).length >= limits.perOwner
  const mayTake = (owner: string | null): boolean =>
    owner === null || (owners().length < limits.allOwners && !holdsAll(owner))
  const take = (owner: string | null): Slot | Promise<Slot> => {
    if (!mayTake(owner)) return waitForSlot(owner)
    // The most recently used connection, so that the rest can close as idle.
    for (let slot = idle.pop(); slot; slot = idle.pop()) {
      clearTimeout(slot.idleTimer)
      if (!slot.lost) return slot
      discard(slot)
    }
    return slots.size < limits.size ? newSlot() : waitForSlot(owner)
  }
  const waitForSlot = (owner: string | null) =>
    new Promise<Slot>((resolve, reject) => {
      if (
        owner !== null &&
        waiting.filter((entry) => entry.owner === owner).length >= limits.waitingPerOwner
      ) {
        return reject(failure('CONNECT_TIMEOUT', 'too many requests of one user wait for a connection'))
      }
      const settle = () => {
        clearTimeout(timer)
        waiting.splice(waiting.indexOf(entry), 1)
      }
      const entry: Waiting = {
        owner,
        take: (slot) => {
          settle()
          resolve(slot)
        },
        refuse: (error) => {
          settle()
          reject(error)
        },
      }
      const timer = setTimeout(
        () => entry.refuse(failure('CONNECT_TIMEOUT', 'no connection became free in time')),
        limits.waitMs,
      )
      waiting.push(entry)
    })
  const rest = (slot: Slot) => {
    idle.push(slot)
    // Closed here and not by the driver, which could close the connection between its lease and its statement.
    slot.idleTimer = setTimeout(() => {
      idle.splice(idle.indexOf(slot), 1)
      discard(slot)
    }, limits.idleMs).unref()
  }
  const returnSlot = (slot: Slot) => {
    slot.owner = null
    if (slot.lost) discard(slot)
    const next = waiting.find(({ owner }) => mayTake(owner))
    if (!next || ended) {
      if (!slot.lost) rest(slot)
      return
    }
    const free = slot.lost ? newSlot() : slot
    // Set here, before the request continues: another release may look for the next request in between.
    free.owner = next.owner
    next.take(free)
  }
  const run = (slot: Slot, query: PromiseLike<postgres.RowList<postgres.Row[]>>) =>
    new Promise<postgres.RowList<postgres.Row[]>>((resolve, reject) => {
      const timer = setTimeout(() => {
        discard(slot)
        slot.abandon(failure('QUERY_TIMEOUT', 'the database did not answer in time'))
      }, limits.queryMs)
      slot.abandon = (error) => {
        clearTimeout(timer)
        reject(error)
      }
      query.then(
        (rows) => {
          clearTimeout(timer)
          resolve(rows)
        },
        (error: unknown) => {
          clearTimeout(timer)
          if (isFailure(error)) slot.lost = true
          reject(error)
        },
      )
    })

  return {
    async reserve(owner = null, onWait = () => {}) {
      if (ended) throw failure('CONNECTION_ENDED', 'the data service is closing')
      const waits = owner !== null && holdsAll(owner)
      const taken = take(owner)
      if (!(taken instanceof Promise)) taken.owner = owner
      if (waits) onWait(true)
      const slot = await Promise.resolve(taken).finally(() => {
        if (waits) onWait(false)
      })
      let released = false
      return {
        unsafe: async (text, parameters = []) => {
          if (slot.lost || released) throw closed()
          return run(slot, slot.sql.unsafe(text, parameters))
        },
        release: () => {
          if (released) return
          released = true
          returnSlot(slot)
        },
      }
    },
    async end(options) {
      ended = true
      for (const entry of [...waiting]) {
        entry.refuse(failure('CONNECTION_ENDED', 'the data service is closing'))
      }
      await Promise.all([...slots].map((slot) => slot.sql.end(options)))
    },
  }
}

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

/** Runs a statement for a limited time. @param discard drops the connection after the timeout */
const runStatement = (
  slot: Slot,
  query: PromiseLike<postgres.RowList<postgres.Row[]>>,
  limitMs: number,
  discard: (slot: Slot) => void,
) =>
  new Promise<postgres.RowList<postgres.Row[]>>((resolve, reject) => {
    const timer = setTimeout(() => {
      discard(slot)
      slot.abandon(failure('QUERY_TIMEOUT', 'the database did not answer in time'))
    }, limitMs)
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

/** The open connections, in use or idle. */
function createSlots(open: (onClose: () => void) => postgres.Sql, idleMs: number) {
  const all = new Set<Slot>()
  const idle: Slot[] = []
  const discard = (slot: Slot) => {
    slot.lost = true
    if (all.delete(slot)) slot.sql.end({ timeout: 0 }).catch(() => {})
  }
  return {
    all,
    discard,
    add(): Slot {
      const slot: Slot = {
        sql: open(() => {
          slot.lost = true
          slot.abandon(closed())
        }),
        owner: null,
        lost: false,
        abandon: () => {},
      }
      all.add(slot)
      return slot
    },
    /** The most recently used idle connection, so that the rest can close. */
    takeIdle(): Slot | null {
      for (let slot = idle.pop(); slot; slot = idle.pop()) {
        clearTimeout(slot.idleTimer)
        if (!slot.lost) return slot
        discard(slot)
      }
      return null
    },
    rest(slot: Slot) {
      idle.push(slot)
      // Closed here and not by the driver, which could close the connection between its lease and its statement.
      slot.idleTimer = setTimeout(() => {
        idle.splice(idle.indexOf(slot), 1)
        discard(slot)
      }, idleMs).unref()
    },
  }
}

/** The requests that wait for a connection, in the order of their arrival. */
function createWaitingList({ waitingPerOwner, waitMs }: PoolLimits) {
  const entries: Waiting[] = []
  /** The last turn of each owner; empty when no request waits. */
  const lastTurns = new Map<string | null, number>()
  const getLastTurn = ({ owner }: Waiting) => lastTurns.get(owner) ?? 0
  let turn = 0
  return {
    /**
     * Chooses in turns: the owner that was served longest ago is next, however many requests the others queued
     * before. A request without an owner waits only for those that arrived before it.
     */
    chooseNext(mayTake: (owner: string | null) => boolean): Waiting | undefined {
      let next: Waiting | undefined
      for (const entry of entries.filter(({ owner }) => mayTake(owner))) {
        if (entry.owner === null) return next ?? entry
        if (!next || getLastTurn(entry) < getLastTurn(next)) next = entry
      }
      return next
    },
    refuseAll(error: Error) {
      for (const entry of [...entries]) entry.refuse(error)
    },
    add: (owner: string | null) =>
      new Promise<Slot>((resolve, reject) => {
        const ownEntries = entries.filter((entry) => entry.owner === owner)
        if (owner !== null && ownEntries.length >= waitingPerOwner) {
          return reject(failure('CONNECT_TIMEOUT', 'too many requests of one user wait for a connection'))
        }
        const settle = () => {
          clearTimeout(timer)
          entries.splice(entries.indexOf(entry), 1)
          if (entries.length === 0) lastTurns.clear()
        }
        const entry: Waiting = {
          owner,
          take: (slot) => {
            turn += 1
            lastTurns.set(owner, turn)
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
          waitMs,
        )
        entries.push(entry)
      }),
  }
}

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
  const slots = createSlots(open, limits.idleMs)
  const waiting = createWaitingList(limits)
  let ended = false

  const owners = () => [...slots.all].flatMap((slot) => slot.owner ?? [])
  const holdsAll = (owner: string) => owners().filter((other) => other === owner).length >= limits.perOwner
  const mayTake = (owner: string | null): boolean =>
    owner === null || (owners().length < limits.allOwners && !holdsAll(owner))
  const take = (owner: string | null): Slot | Promise<Slot> => {
    if (!mayTake(owner)) return waiting.add(owner)
    return slots.takeIdle() ?? (slots.all.size < limits.size ? slots.add() : waiting.add(owner))
  }
  const returnSlot = (slot: Slot) => {
    slot.owner = null
    if (slot.lost) slots.discard(slot)
    const next = waiting.chooseNext(mayTake)
    if (!next || ended) {
      if (!slot.lost) slots.rest(slot)
      return
    }
    const free = slot.lost ? slots.add() : slot
    // Set here, before the request continues: another release may look for the next request in between.
    free.owner = next.owner
    next.take(free)
  }

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
          return runStatement(slot, slot.sql.unsafe(text, parameters), limits.queryMs, slots.discard)
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
      waiting.refuseAll(failure('CONNECTION_ENDED', 'the data service is closing'))
      await Promise.all([...slots.all].map((slot) => slot.sql.end(options)))
    },
  }
}

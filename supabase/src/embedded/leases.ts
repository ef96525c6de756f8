import type postgres from 'postgres'
import { AWAY } from './postgres-error.ts'

interface Slot {
  sql: postgres.Sql
  /** Its connection failed in some way: nothing more may run on it. */
  lost: boolean
  /** Ends the wait for the statement that runs on it. */
  abandon: (error: Error) => void
}

interface Waiting {
  take(slot: Slot): void
  refuse(error: Error): void
}

/** A connection for one user at a time. */
export interface Lease {
  /** @throws Error with the code CONNECTION_CLOSED or QUERY_TIMEOUT when the connection is of no more use */
  unsafe(
    text: string,
    parameters?: postgres.ParameterOrJSON<never>[],
  ): Promise<postgres.RowList<postgres.Row[]>>
  release(): void
}

export interface Leases {
  /** @throws Error with the code CONNECT_TIMEOUT when no connection becomes free in time */
  reserve(): Promise<Lease>
  end(options: { timeout: number }): Promise<void>
}

export interface LeaseLimits {
  size: number
  /** For a connection to become free. */
  waitMs: number
  /** For the answer to one statement, connecting included. */
  queryMs: number
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

/** Of the connection, not of the statement or its values. */
const isFailure = (error: unknown) =>
  error instanceof Error &&
  ('syscall' in error || ('code' in error && typeof error.code === 'string' && AWAY.test(error.code)))

const closed = () => failure('CONNECTION_CLOSED', 'the database closed the connection')

/**
 * Connections for one user at a time, in place of the driver's own `reserve`, which does not survive the death of its
 * server: it writes to a socket that is gone, which no caller can catch (porsager/postgres, issues 1154 and 1208); a
 * statement that is sent after the socket's error and before its close is never answered, and one that is still to be
 * flushed at the close keeps every later connection of that client from being flushed. So a client whose connection
 * failed in any way is thrown away, nothing more runs on its lease, and no statement is waited for without end.
 * @param open makes a client of one connection that tells when it closes
 */
export function createLeases(open: (onClose: () => void) => postgres.Sql, limits: LeaseLimits): Leases {
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
  const take = (): Slot | Promise<Slot> => {
    for (let slot = idle.pop(); slot; slot = idle.pop()) {
      if (!slot.lost) return slot
      discard(slot)
    }
    return slots.size < limits.size ? newSlot() : waitForSlot()
  }
  const waitForSlot = () =>
    new Promise<Slot>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        waiting.splice(waiting.indexOf(entry), 1)
      }
      const entry: Waiting = {
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
  const giveBack = (slot: Slot) => {
    if (slot.lost) discard(slot)
    const next = waiting[0]
    if (next && !ended) next.take(slot.lost ? newSlot() : slot)
    else if (!slot.lost) idle.push(slot)
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
    async reserve() {
      if (ended) throw failure('CONNECTION_ENDED', 'the data service is closing')
      const slot = await take()
      let released = false
      return {
        unsafe: async (text, parameters = []) => {
          if (slot.lost || released) throw closed()
          return run(slot, slot.sql.unsafe(text, parameters))
        },
        release: () => {
          if (released) return
          released = true
          giveBack(slot)
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

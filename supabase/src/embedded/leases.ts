import type postgres from 'postgres'

interface Slot {
  sql: postgres.Sql
  /** Set while a lease lasts whose connection was closed under it. */
  lost: boolean
}

export interface Leases {
  reserve(): Promise<postgres.ReservedSql>
  end(options: { timeout: number }): Promise<void>
}

const connectionClosed = () =>
  Object.assign(new Error('the database closed the connection'), { code: 'CONNECTION_CLOSED' })

/**
 * Connections for one user at a time, in place of the driver's own `reserve`: when the server is killed, that one
 * writes to a socket that is gone, which no caller can catch and which ends the process
 * (porsager/postgres, issues 1154 and 1208). Here a lease whose connection was closed refuses everything until it is
 * given back, so that the rest of a transaction never runs on the connection that follows.
 * @param open makes a client of one connection that tells when it closes
 */
export function createLeases(open: (onClose: () => void) => postgres.Sql, size: number): Leases {
  const slots: Slot[] = []
  const idle: Slot[] = []
  const waiting: ((slot: Slot) => void)[] = []

  const newSlot = (): Slot => {
    const slot: Slot = {
      sql: open(() => {
        slot.lost = true
      }),
      lost: false,
    }
    slots.push(slot)
    return slot
  }
  const take = (): Slot | Promise<Slot> =>
    idle.pop() ?? (slots.length < size ? newSlot() : new Promise((next) => waiting.push(next)))
  const giveBack = (slot: Slot) => {
    const next = waiting.shift()
    if (next) next(slot)
    else idle.push(slot)
  }

  return {
    async reserve() {
      const slot = await take()
      slot.lost = false
      let released = false
      const guarded = <A extends unknown[], R>(call: (...args: A) => R) =>
        ((...args: A) =>
          slot.lost || released ? Promise.reject(connectionClosed()) : call(...args)) as typeof call
      return Object.assign(guarded(slot.sql), slot.sql, {
        unsafe: guarded(slot.sql.unsafe),
        release: () => {
          if (released) return
          released = true
          giveBack(slot)
        },
      })
    },
    async end(options) {
      await Promise.all(slots.map((slot) => slot.sql.end(options)))
    },
  }
}

/** Interval of the pings. */
const PING_EVERY_MS = 500
/** Timeout of a ping: thousands of times its usual duration, and short enough for a waiting visitor. */
const PATIENCE_MS = 1_000

interface Client {
  readonly isReady: boolean
  ping(): Promise<unknown>
  destroy(): void
  connect(): Promise<unknown>
  on(event: 'end', listener: () => void): unknown
}

/**
 * Redis watchdog: closes a connection on which Redis no longer answers, and reconnects. Pending commands then
 * fail at once instead of waiting. A socket timeout does not detect this case, because every written command
 * resets it. The watchdog stops when the client is closed.
 * @param onSilence called for each connection that the watchdog closes
 */
export function leaveSilentRedis(client: Client, onSilence: () => void): void {
  let asked: number | null = null
  let isLeaving = false
  const look = () => {
    if (!client.isReady) {
      asked = null
      return
    }
    if (asked === null) {
      asked = performance.now()
      const answered = () => {
        asked = null
      }
      client.ping().then(answered, answered)
      return
    }
    const since = asked
    // An answer that arrived while this thread was busy is read before this callback runs.
    setImmediate(() => {
      if (asked !== since || performance.now() - since < PATIENCE_MS || !client.isReady) return
      asked = null
      onSilence()
      isLeaving = true
      client.destroy()
      isLeaving = false
      client.connect().catch(() => undefined)
    })
  }
  const timer = setInterval(look, PING_EVERY_MS).unref()
  client.on('end', () => {
    if (!isLeaving) clearInterval(timer)
  })
}

/** How often an idle moment is asked whether Redis still answers. */
const PING_EVERY_MS = 500
/** Thousands of times what Redis takes, and well within what a visitor waits for gladly. */
const PATIENCE_MS = 1_000

interface Client {
  readonly isReady: boolean
  ping(): Promise<unknown>
  destroy(): void
  connect(): Promise<unknown>
  on(event: 'end', listener: () => void): unknown
}

/**
 * Leaves a connection on which nothing is answered any more, and connects anew: whoever waits on it is told so at once
 * instead of waiting on. A socket's own timeout does not see that, since every command that is sent to a peer that is
 * gone counts as a sign of life.
 * It ends with the client.
 * @param onSilence is told of each connection that was left
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
    // An answer that came while this thread was busy lies there unread: it is read before this runs.
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

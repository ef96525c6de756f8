import type { Logger } from 'pino'

/** Interval of the pings. */
const PING_EVERY_MS = 500
/** Timeout of a ping: thousands of times its usual duration, and short enough for a waiting visitor. */
const PING_TIMEOUT_MS = 1_000

interface Client {
  readonly isReady: boolean
  ping(): Promise<unknown>
  destroy(): void
  connect(): Promise<unknown>
  on(event: 'end', listener: () => void): unknown
}

/**
 * Redis watchdog: closes a connection on which Redis no longer answers, and reconnects. Pending commands then fail at
 * once. A socket timeout does not detect this case, because every command resets it. Stops when the client is closed.
 * @param onDisconnect called for each connection that the watchdog closes
 */
export function startRedisWatchdog(client: Client, onDisconnect: () => void): void {
  let pingSentAt: number | null = null
  let isReconnecting = false
  const check = () => {
    if (!client.isReady) {
      pingSentAt = null
      return
    }
    if (pingSentAt === null) {
      pingSentAt = performance.now()
      const answered = () => {
        pingSentAt = null
      }
      client.ping().then(answered, answered)
      return
    }
    const sentAt = pingSentAt
    // An answer that arrived while this thread was busy is read before this callback runs.
    setImmediate(() => {
      if (pingSentAt !== sentAt || performance.now() - sentAt < PING_TIMEOUT_MS || !client.isReady) return
      pingSentAt = null
      onDisconnect()
      isReconnecting = true
      client.destroy()
      isReconnecting = false
      client.connect().catch(() => undefined)
    })
  }
  const timer = setInterval(check, PING_EVERY_MS).unref()
  client.on('end', () => {
    if (!isReconnecting) clearInterval(timer)
  })
}

const CONNECT_TIMEOUT_MS = 2_000
/** Timeout for a Redis that accepts a connection but never answers. Later, the watchdog watches it. */
const GREETING_TIMEOUT_MS = 3_000
const MAX_RECONNECT_DELAY_MS = 5_000

// Imported on demand: the package is a fifth of the code that the process loads at its start.
const createRedisClient = async (url: string) => {
  const { createClient } = await import('redis')
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: GREETING_TIMEOUT_MS,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** Math.min(retries, 6), MAX_RECONNECT_DELAY_MS),
    },
  })
}
export type RedisClient = Awaited<ReturnType<typeof createRedisClient>>

/**
 * Connects to Redis and reconnects automatically. An unavailable Redis is not fatal at the start: callers use
 * their own memory until it answers.
 * @param url `redis://` or `rediss://`
 */
export async function connectRedis(url: string, log: Logger): Promise<RedisClient> {
  const client = await createRedisClient(url)
  let warned = false
  client.on('error', (error: Error) => {
    if (!warned)
      log.warn({ reason: error.message }, 'redis does not answer; using the memory of this instance')
    warned = true
  })
  client.on('ready', () => {
    warned = false
  })
  startRedisWatchdog(client, () => client.emit('error', new Error('no answer in time')))
  const settled = new Promise<void>((resolve) => {
    for (const event of ['ready', 'error'] as const) client.once(event, () => resolve())
  })
  await Promise.race([client.connect().catch(() => undefined), settled])
  return client
}

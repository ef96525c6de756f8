import type { Logger } from 'pino'
import { leaveSilentRedis } from './redis-watchdog.ts'

const CONNECT_TIMEOUT_MS = 2_000
/**
 * Timeout for a Redis that accepts a connection but never answers. Later, `leaveSilentRedis` watches the
 * connection.
 */
const GREETING_TIMEOUT_MS = 3_000
const MAX_RECONNECT_DELAY_MS = 5_000

// Imported on demand: the package is a fifth of the code that the process loads at its start.
const open = async (url: string) => {
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
export type RedisClient = Awaited<ReturnType<typeof open>>

/**
 * Connects to Redis and reconnects automatically. An unavailable Redis is not fatal at the start: callers use
 * their own memory until it answers.
 * @param url `redis://` or `rediss://`
 */
export async function connectRedis(url: string, log: Logger): Promise<RedisClient> {
  const client = await open(url)
  let complained = false
  client.on('error', (error: Error) => {
    if (!complained) log.warn({ reason: error.message }, 'redis is not answering; counting in memory')
    complained = true
  })
  client.on('ready', () => {
    complained = false
  })
  leaveSilentRedis(client, () => client.emit('error', new Error('no answer in time')))
  const connecting = client.connect().catch(() => undefined)
  const settled = new Promise<void>((resolve) => {
    client.once('ready', () => resolve())
    client.once('error', () => resolve())
  })
  await Promise.race([connecting, settled])
  return client
}

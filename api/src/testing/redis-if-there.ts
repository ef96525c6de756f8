import { pino } from 'pino'
import { connectRedis } from '../platform/redis.ts'

/** Address of a reachable Redis (`REDIS_URL`, or the default port on loopback), or null. */
export async function redisIfThere(): Promise<string | null> {
  const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
  const client = await connectRedis(url, pino({ level: 'silent' }))
  const answers = client.isReady
  client.destroy()
  return answers ? url : null
}

import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { createLog } from './config/log.ts'
import { createRateLimits } from './rate-limits.ts'
import { connectRedis } from './redis.ts'

/** A server that answers every command with OK unless it is silenced. */
async function fakeRedis() {
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const commands = bytes.toString().match(/^\*\d+\r$/gm)?.length ?? 0
      if (!silent) socket.write('+OK\r\n'.repeat(commands))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent: () => {
      silent = true
    },
    speak: () => {
      silent = false
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

it('a Redis that stops answering while commands are sent is disconnected, and reconnected once it answers', async () => {
  const service = await fakeRedis()
  const redis = await connectRedis(service.url, createLog('silent'))
  service.fallSilent()
  const refused = Promise.withResolvers<unknown>()
  // Written commands reset a socket timeout. They must not keep the watchdog from disconnecting.
  const writing = setInterval(() => void redis.get('key').catch(refused.resolve), 20)
  expect(await refused.promise).toBeInstanceOf(Error)
  clearInterval(writing)
  service.speak()
  await vi.waitUntil(() => redis.isReady, { timeout: 10_000 })
  expect(await redis.get('key')).toBe('OK')
  redis.destroy()
  service.close()
}, 20_000)

it('a Redis that stops answering is disconnected within seconds, and the instance counts in memory', async () => {
  const service = await fakeRedis()
  const redis = await connectRedis(service.url, createLog('silent'))
  expect(redis.isReady).toBe(true)
  const limits = createRateLimits({ enabled: true, redis })
  service.fallSilent()
  const rule = { name: 'test', points: 1, seconds: 60 }
  expect((await limits.consume(rule, 'key')).allowed).toBe(true)
  expect(redis.isReady).toBe(false)
  expect((await limits.consume(rule, 'key')).allowed).toBe(false)
  redis.destroy()
  service.close()
}, 10_000)

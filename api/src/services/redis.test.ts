import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { createLog } from '../config/log.ts'
import { createRateLimits } from './rate-limits.ts'
import { connectRedis } from './redis.ts'

/** Answers every command with OK until it is told to say nothing more. */
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

it('a Redis that swallows what goes on being sent is left, and taken again once it answers', async () => {
  const service = await fakeRedis()
  const redis = await connectRedis(service.url, createLog('silent'))
  service.fallSilent()
  const refused = Promise.withResolvers<unknown>()
  // Each command is a sign of life to a timeout of the socket: they may not keep it from being left.
  const writing = setInterval(() => void redis.get('key').catch(refused.resolve), 20)
  expect(await refused.promise).toBeInstanceOf(Error)
  clearInterval(writing)
  service.speak()
  await vi.waitUntil(() => redis.isReady, { timeout: 10_000 })
  expect(await redis.get('key')).toBe('OK')
  redis.destroy()
  service.close()
}, 20_000)

it('a Redis that stops answering is left after seconds, and each instance counts for itself', async () => {
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

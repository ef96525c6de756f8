import { expect, it } from 'vitest'
import { closeServer, listen } from './listen.ts'

it('the server answers early requests with 503 until it serves', async () => {
  const listening = await listen(0, '127.0.0.1')
  const url = `http://127.0.0.1:${listening.port}`
  const early = await fetch(url)
  expect(early.status).toBe(503)
  expect(await early.json()).toMatchObject({ code: 'UNAVAILABLE' })
  listening.serve((_req, res) => res.end('served'))
  expect(await (await fetch(url)).text()).toBe('served')
  await closeServer(listening.server, 1_000)
})

it('the server finishes running requests on close and accepts no new ones', async () => {
  const listening = await listen(0, '127.0.0.1')
  const url = `http://127.0.0.1:${listening.port}`
  const arrived = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  listening.serve((_req, res) => {
    arrived.resolve()
    finish.promise.then(() => res.end('finished'))
  })
  const inFlight = fetch(url)
  await arrived.promise
  const closed = closeServer(listening.server, 10_000)
  await expect(fetch(url)).rejects.toThrow()
  finish.resolve()
  expect(await (await inFlight).text()).toBe('finished')
  await closed
}, 5_000)

it('the server cuts off requests that do not end within the close timeout', async () => {
  const listening = await listen(0, '127.0.0.1')
  const arrived = Promise.withResolvers<void>()
  listening.serve(() => arrived.resolve())
  const hanging = fetch(`http://127.0.0.1:${listening.port}`).catch(() => 'cut off')
  await arrived.promise
  await closeServer(listening.server, 50)
  expect(await hanging).toBe('cut off')
})

it('the server closes a connection after five idle minutes', async () => {
  const { server } = await listen(0, '127.0.0.1')
  expect(server.timeout).toBe(300_000)
  await closeServer(server, 0)
})

it('the server reports EADDRINUSE when its port is taken', async () => {
  const first = await listen(0, '127.0.0.1')
  await expect(listen(first.port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await closeServer(first.server, 0)
})

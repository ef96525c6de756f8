import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../support/cluster/start-cluster.ts'
import { type Haproxy, haproxyIsInstalled, startHaproxy } from '../../support/cluster/start-haproxy.ts'
import { waitUntil } from '../../support/wait-until.ts'

// Without HAProxy the deployment is tested behind the balancer of the tests: tests/e2e/hosted-deployment.spec.ts.
describe.skipIf(!haproxyIsInstalled())('two instances behind deploy/haproxy.cfg', () => {
  let cluster: Cluster
  let proxy: Haproxy
  beforeAll(async () => {
    cluster = await startCluster({ env: { RATE_LIMITS: 'on', STOP_DELAY_MS: '5000' } })
    proxy = await startHaproxy(cluster.instances.map(({ url }) => url))
  }, 180_000)
  afterAll(async () => {
    await proxy?.stop()
    await cluster?.stop()
  }, 60_000)

  it('serve requests, and no metrics', async () => {
    expect((await fetch(`${proxy.url}/api/info`)).status).toBe(200)
    expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404)
  })

  it('fail no request while one of them is stopped and replaced', async () => {
    const statuses = new Map<number, number>()
    let isDone = false
    const visitor = async () => {
      while (!isDone) {
        const { status } = await fetch(`${proxy.url}/api/info`).catch(() => ({ status: 0 }))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        await new Promise((next) => setTimeout(next, 20))
      }
    }
    const visitors = [visitor(), visitor()]
    const [first] = cluster.instances
    if (!first) throw new Error('there is no instance')
    const { port } = new URL(first.url)
    await cluster.removeInstance(first)
    const replacement = await cluster.startInstance({ PORT: port })
    await waitUntil('the replacement', async () => (await fetch(`${replacement.url}/ready`)).ok)
    isDone = true
    await Promise.all(visitors)
    await replacement.stop()
    expect([...statuses.keys()]).toEqual([200])
  }, 120_000)

  it('are asked although none is ready, because the page needs no data service', async () => {
    await cluster.database.stop()
    try {
      await expect
        .poll(async () => (await fetch(`${proxy.url}/ready`)).status, { timeout: 30_000, interval: 500 })
        .toBe(503)
      // The answer is that of an instance, not of the proxy.
      await expect
        .poll(async () => (await fetch(`${proxy.url}/api/info`)).headers.has('x-request-id'), {
          timeout: 30_000,
        })
        .toBe(true)
    } finally {
      await cluster.database.restart()
    }
  }, 120_000)

  it('get the address of the visitor, and the requests of one connection one by one', async () => {
    const { hostname, port } = new URL(proxy.url)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (part) => {
      text += String(part)
    })
    const request = 'GET /api/info HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n'
    socket.write(request.repeat(40))
    await expect.poll(() => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].length, { timeout: 30_000 }).toBe(40)
    expect(new Set([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status))).toEqual(
      new Set(['200']),
    )
    socket.destroy()
  }, 60_000)
})

import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { ROOT } from '@propsight/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../support/cluster/start-cluster.ts'
import { proxyIsInstalled, type RunningProxy, startProxy } from '../../support/cluster/start-proxy.ts'
import { waitUntil } from '../../support/wait-until.ts'

// Without HAProxy and nginx the deployment is tested behind the balancer of the tests: tests/e2e/hosted-deployment.spec.ts.
describe.each(['haproxy', 'nginx'] as const)('two instances behind the sample of %s', (name) => {
  describe.skipIf(!proxyIsInstalled(name))('if it is installed', () => {
    let cluster: Cluster
    let proxy: RunningProxy
    beforeAll(async () => {
      cluster = await startCluster({ env: { RATE_LIMITS: 'on', STOP_DELAY_MS: '5000' } })
      proxy = await startProxy(
        name,
        cluster.instances.map(({ url }) => url),
      )
    }, 180_000)
    afterAll(async () => {
      await proxy?.stop()
      await cluster?.stop()
    }, 60_000)

    it('serve requests over TLS, and no metrics', async () => {
      expect((await proxy.get('/api/info')).status).toBe(200)
      for (const path of ['/metrics', '/metrics/', '/METRICS'])
        expect(await proxy.get(path)).toMatchObject({
          status: 404,
          headers: expect.not.objectContaining({ 'x-request-id': expect.anything() }),
        })
    })

    it('send a request without TLS to the same path with TLS', async () => {
      const answer = await fetch(`${proxy.plainUrl}/weather?day=1`, {
        redirect: 'manual',
        headers: { host: 'app.example' },
      })
      expect(answer.status).toBe(308)
      expect(answer.headers.get('location')).toMatch(/^https:\/\/[^/]+\/weather\?day=1$/)
    })

    it('answer over HTTP/2', async () => {
      const session = connectHttp2(proxy.url, { ca: proxy.authority })
      try {
        const stream = session.request({ ':path': '/api/info' })
        const status = await new Promise((resolve, reject) => {
          stream.once('response', (headers) => resolve(headers[':status']))
          stream.once('error', reject)
        })
        expect(status).toBe(200)
      } finally {
        session.destroy()
      }
    })

    it('fail no request while one of them is stopped and replaced', async () => {
      const statuses = new Map<number, number>()
      let isDone = false
      const visitor = async () => {
        while (!isDone) {
          const { status } = await proxy.get('/api/info')
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
          .poll(async () => (await proxy.get('/ready')).status, { timeout: 30_000, interval: 500 })
          .toBe(503)
        // The answer is that of an instance, not of the proxy.
        await expect
          .poll(async () => 'x-request-id' in (await proxy.get('/api/info')).headers, { timeout: 30_000 })
          .toBe(true)
      } finally {
        await cluster.database.restart()
      }
    }, 120_000)

    it('get the address of the visitor, and the requests of one connection one by one', async () => {
      const { port } = new URL(proxy.url)
      const socket = connect({
        port: Number(port),
        host: '127.0.0.1',
        servername: 'localhost',
        ca: proxy.authority,
      })
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
})

describe.each(['haproxy', 'nginx'] as const)('an instance that ends before its answer, behind %s', (name) => {
  describe.skipIf(!proxyIsInstalled(name))('if it is installed', () => {
    let instances: Server[]
    let proxy: RunningProxy
    let calls: string[]
    beforeAll(async () => {
      instances = await Promise.all(
        Array.from({ length: 2 }, async () => {
          const server = createServer(({ method = '', url, socket }, response) => {
            if (url !== '/api/runs') return void response.end()
            calls.push(method)
            return calls.length === 1 ? void socket.destroy() : void response.end()
          })
          await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
          return server
        }),
      )
      const addresses = instances.map((server) => {
        const address = server.address()
        return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
      })
      proxy = await startProxy(name, addresses)
    })
    afterAll(async () => {
      await proxy?.stop()
      for (const server of instances) server.close()
    })
    /** @returns the status; 0 if the connection ended without one */
    const send = (method: string) => {
      calls = []
      return new Promise<number>((resolve, reject) => {
        const options = { method, ca: proxy.authority, family: 4, agent: false }
        const sent = request(`${proxy.url}/api/runs`, options, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        sent.on('error', (error) =>
          'code' in error && error.code === 'ECONNRESET' ? resolve(0) : reject(error),
        )
        sent.end()
      })
    }

    it('is replaced by another one for a request that only reads', async () => {
      expect([await send('GET'), calls]).toEqual([200, ['GET', 'GET']])
    })

    it('gets no request repeated that may have had an effect', async () => {
      const status = await send('POST')
      expect([0, 502]).toContain(status)
      expect(calls).toEqual(['POST'])
    })
  })
})

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0
it.skipIf(!systemd)('deploy/propsight-api.service is a valid unit of systemd', () => {
  // The paths of the unit exist on the machine of an operator only.
  const unit = join(ROOT, 'deploy/propsight-api.service')
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
  const problems = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('propsight-api.service'))
  expect(problems.filter((line) => !/is not executable: No such file/.test(line))).toEqual([])
})

import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { getGlobalDispatcher } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DueWebhook } from '../../repositories/remotes.ts'
import { testEnv } from '../../testing/test-env.ts'
import {
  deliverWebhooks,
  isPublicAddress,
  isWebhookAddress,
  lookUpPublic,
  webhookSecret,
} from './webhooks.ts'

describe('the address of a webhook', () => {
  it.each([
    ['https://hooks.example.com/services/a?b=c', true],
    ['https://93.184.215.14/', true],
    ['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', true],
    ['http://hooks.example.com/', false],
    ['https://hooks.example.com:8443/', false],
    ['https://user:secret@hooks.example.com/', false],
    ['https://localhost/', false],
    ['https://127.0.0.1/', false],
    ['https://2130706433/', false],
    ['https://0x7f.1/', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['https://[::1]/', false],
    ['https://[::ffff:10.0.0.1]/', false],
    ['https://[fd00::1]/', false],
    ['https://[64:ff9b::7f00:1]/', false],
    ['not an address', false],
  ])('%s is accepted: %s', (address, isAccepted) => {
    expect(isWebhookAddress(address)).toBe(isAccepted)
  })

  it('is not reached when its name leads to this machine', async () => {
    const resolve = promisify((host: string, callback: (error: Error | null, address?: unknown) => void) =>
      lookUpPublic(host, { all: true }, callback),
    )
    await expect(resolve('localhost')).rejects.toThrow('localhost has no public address')
    expect(isPublicAddress('not an address')).toBe(false)
  })
})

/** A receiver with these answers in turn, and the events of one remote that are sent to it. */
async function startReceiver(statuses: number[]) {
  const received: { headers: Record<string, unknown>; body: string }[] = []
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    received.push({ headers: incoming.headers, body })
    const status = statuses.shift() ?? 500
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const event = { version: '1.1.0', action: 'auto-halt', actor: 'propsight', message: 'why', generation: 3 }
  const queue: DueWebhook[] = statuses.map((_, index) => ({
    name: 'odds',
    id: '5a0c9f0e-58a3-4e3f-9c5f-0d5ce1bb0b0f',
    url,
    attempt: 1,
    event: { ...event, id: index + 1, at: '2026-07-01T12:00:00Z' },
  }))
  const settled: unknown[] = []
  const env = testEnv()
  const deps = {
    env,
    log: pino({ level: 'silent' }),
    repositories: {
      remotes: {
        claimWebhook: async () => queue.shift() ?? null,
        settleWebhook: async ({ event: { id } }: DueWebhook, error: string | null) => {
          settled.push([id, error])
        },
      },
    },
  }
  return { deps, env, received, settled }
}

describe('the events of a remote', () => {
  it('are sent in order, signed as Standard Webhooks, and no redirect is followed', async () => {
    const { deps, env, received, settled } = await startReceiver([204, 500, 302])
    const loopback = { isAllowed: () => true, dispatcher: getGlobalDispatcher() }
    await deliverWebhooks(deps, Date.now() + 60_000, loopback)
    expect(settled).toEqual([
      [1, null],
      [2, 'the address answered 500'],
      [3, 'the address answered 302'],
    ])
    expect(received).toHaveLength(3)
    const { headers, body } = received[0] ?? { headers: {}, body: '' }
    expect(JSON.parse(body)).toMatchObject({ remote: 'odds', id: 1, action: 'auto-halt', version: '1.1.0' })
    const secret = webhookSecret(env, '5a0c9f0e-58a3-4e3f-9c5f-0d5ce1bb0b0f').replace('whsec_', '')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const expected = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${expected}`)
  })

  it('are not sent to an address that is not public', async () => {
    const { deps, received, settled } = await startReceiver([204])
    await deliverWebhooks(deps, Date.now() + 60_000)
    expect(received).toEqual([])
    expect(settled).toEqual([[1, 'this is not a public https address']])
  })
})

import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { expect, it } from 'vitest'
import type { Deps } from '../server/build-deps.ts'
import { post, withApp } from '../testing/with-app.ts'
import { classifyRequest } from './shed-load.ts'

it.each(['/health', '/ready', '/metrics'])('%s has no request class and is always answered', (path) => {
  expect(classifyRequest('GET', path, false)).toBeNull()
})
it('files of releases have a class of their own, and the mailbox reads data', () => {
  expect(classifyRequest('GET', '/bundles/shell/1/index.js', false)).toEqual({
    requestClass: 'static',
    gated: true,
  })
  expect(classifyRequest('GET', '/dev/mailbox/x', false)?.requestClass).toBe('read')
})
it('an analysis is gated before its credits are held and never afterwards', () => {
  expect(classifyRequest('POST', '/api/runs', true)).toEqual({ requestClass: 'analysis', gated: true })
  for (const path of [
    '/api/fetch-lines',
    '/api/game-logs',
    '/api/historical/mlb',
    '/api/player-detail',
    '/api/what-if',
  ])
    expect(classifyRequest('POST', path, true), path).toEqual({ requestClass: 'analysis', gated: false })
  // For a visitor, an analysis begins with the request for the lines.
  expect(classifyRequest('GET', '/api/fetch-lines', false)).toEqual({ requestClass: 'analysis', gated: true })
})
it('requests that change data have another class than requests that read it', () => {
  for (const path of [
    '/rest/v1/my_picks',
    '/auth/v1/token',
    '/api/parlay/generate-parlay',
    '/api/sync-picks',
  ])
    expect(classifyRequest('POST', path, true)?.requestClass, path).toBe('change')
  for (const path of ['/', '/picks', '/api/remotes', '/api/pitchers', '/rest/v1/my_picks', '/healthy'])
    expect(classifyRequest('GET', path, true)?.requestClass, path).toBe('read')
  expect(classifyRequest('OPTIONS', '/api/runs', false)).toBeNull()
})

/** Requests that a class admits at once, even when none of them completes. */
const FEWEST = 16
/** Announced content length, larger than the body that is sent. */
const ANNOUNCED_BYTES = 1_000

async function sendSlowly(url: string): Promise<ClientRequest> {
  const headers = { 'content-type': 'application/json', 'content-length': ANNOUNCED_BYTES }
  const slow = request(url, { method: 'POST', headers })
  slow.on('error', () => {})
  slow.write('{')
  await once(slow, 'socket')
  return slow
}

it('a complete request is answered while slow uploads fill every place of its class', () =>
  withApp({}, async (url, deps) => {
    const slow = await Promise.all(
      Array.from({ length: FEWEST }, () => sendSlowly(`${url}/api/client-errors`)),
    )
    await expect.poll(async () => (await deps.metrics.inFlight.get()).values[0]?.value).toBe(FEWEST)
    expect((await post(`${url}/api/client-errors`, {})).status).toBe(400)
    for (const upload of slow) upload.destroy()
    // The aborted uploads no longer count.
    await expect.poll(async () => (await deps.metrics.inFlight.get()).values[0]?.value).toBe(0)
  }))

it('a request is answered while requests that wait for others of their user fill every place of its class', async () => {
  const held: (() => void)[] = []
  const dataService: Deps['dataService'] = {
    handle: (req, res, onWait) => {
      if (req.url !== '/rest/v1/held') return void res.end('answered')
      onWait(true)
      held.push(() => {
        onWait(false)
        res.end('answered')
      })
    },
  }
  await withApp({ dataService }, async (url) => {
    const send = (path: string) => fetch(`${url}/rest/v1/${path}`, { method: 'DELETE' })
    const waiting = Array.from({ length: FEWEST }, () => send('held'))
    await expect.poll(() => held.length).toBe(FEWEST)
    expect(await (await send('other')).text()).toBe('answered')
    for (const answer of held) answer()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(FEWEST).fill(200))
  })
})

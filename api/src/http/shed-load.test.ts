import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { expect, it } from 'vitest'
import { post, withApp } from '../testing/with-app.ts'

/** Requests that a class admits at once, even when none of them completes. */
const FEWEST = 16
/** Announced content length, larger than the body that is sent. */
const PROMISED_BYTES = 1_000

async function sendSlowly(url: string): Promise<ClientRequest> {
  const headers = { 'content-type': 'application/json', 'content-length': PROMISED_BYTES }
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
    for (const one of slow) one.destroy()
    // The aborted uploads no longer count.
    await expect.poll(async () => (await deps.metrics.inFlight.get()).values[0]?.value).toBe(0)
  }))

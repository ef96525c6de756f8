import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { expect, it } from 'vitest'
import { post, withApp } from '../testing/with-app.ts'

/** As many as a lane lets in at once however little is done. */
const FEWEST = 16
/** Longer than what is sent of it. */
const PROMISED_BYTES = 1_000

async function sendSlowly(url: string): Promise<ClientRequest> {
  const headers = { 'content-type': 'application/json', 'content-length': PROMISED_BYTES }
  const slow = request(url, { method: 'POST', headers })
  slow.on('error', () => {})
  slow.write('{')
  await once(slow, 'socket')
  return slow
}

it('answers those who send their question at once while as many as a lane holds send theirs slowly', () =>
  withApp({}, async (url, deps) => {
    const slow = await Promise.all(
      Array.from({ length: FEWEST }, () => sendSlowly(`${url}/api/client-errors`)),
    )
    await expect.poll(async () => (await deps.metrics.inFlight.get()).values[0]?.value).toBe(FEWEST)
    expect((await post(`${url}/api/client-errors`, {})).status).toBe(400)
    for (const one of slow) one.destroy()
    // Nothing is left of those who went.
    await expect.poll(async () => (await deps.metrics.inFlight.get()).values[0]?.value).toBe(0)
  }))

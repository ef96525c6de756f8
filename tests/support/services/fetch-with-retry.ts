import { setTimeout } from 'node:timers/promises'

/** Fetches like the product's client: a 503 with Retry-After (load shedding) is retried after that time. */
export async function fetchWithRetry(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init)
    const retryAfter = Number(response.headers.get('retry-after'))
    if (response.status !== 503 || !retryAfter) return response
    await setTimeout(retryAfter * 1_000)
  }
}

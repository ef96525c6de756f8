import { setTimeout } from 'node:timers/promises'

/** Asks as a browser does: where the API sheds load, it comes back when it was told to. */
export async function patientFetch(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init)
    const retryAfter = Number(response.headers.get('retry-after'))
    if (response.status !== 503 || !retryAfter) return response
    await setTimeout(retryAfter * 1_000)
  }
}

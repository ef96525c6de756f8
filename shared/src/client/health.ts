/** Time-out of the health check in milliseconds (specification 2 §9). */
export const HEALTH_TIMEOUT_MS = 5_000

/** Whether the server answers `GET /health` with 200 within 5 s. Never throws. */
export async function checkHealth(baseUrl: string, send: typeof fetch = fetch): Promise<boolean> {
  try {
    const response = await send(`${baseUrl}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
    return response.status === 200
  } catch {
    return false
  }
}

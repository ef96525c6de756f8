/** Timeout of the health check in milliseconds (N13). */
export const HEALTH_TIMEOUT_MS = 5_000

/** Returns whether the server answers `GET /health` with status 200 within 5 s. Never throws. */
export async function checkHealth(baseUrl: string, send: typeof fetch = fetch): Promise<boolean> {
  try {
    const response = await send(`${baseUrl}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
    return response.status === 200
  } catch {
    return false
  }
}

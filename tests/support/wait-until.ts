/** Asks again until the answer is true, or fails at the deadline with what was waited for. */
export async function waitUntil(
  what: string,
  isTrue: () => Promise<boolean> | boolean,
  timeoutMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    if (await isTrue()) return
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const answers = (url: string) => async (): Promise<boolean> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}

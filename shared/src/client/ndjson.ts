/**
 * Yields the values of an `application/x-ndjson` body, one per line, as the lines arrive. Chunk boundaries
 * may be anywhere, also inside a character. Leaving the loop early cancels the body.
 * @throws SyntaxError when a line, the last one included, is not JSON
 */
export async function* readNdjson(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<unknown, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += value ? decoder.decode(value, { stream: !done }) : decoder.decode()
      const lines = rest.split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/**
 * Yields the complete lines of a streamed response as they arrive. The last line must end with a line break,
 * too.
 */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = ''
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** The lines of a streamed answer as they arrive, however its bytes are cut; the last one ends with a break, too. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = ''
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

import * as z from 'zod'

const answerSchema = z.looseObject({
  id: z.int().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
})
const valueSchema = z.object({ result: z.object({ value: z.string() }) })

const figuresSchema = z.object({ heapUsed: z.number(), external: z.number(), resources: z.array(z.string()) })
/** Memory of a process in bytes after garbage collection, and its active resources by kind. */
export type ProcessFigures = z.infer<typeof figuresSchema>

const FIGURES_EXPRESSION = `JSON.stringify({
  heapUsed: process.memoryUsage().heapUsed,
  external: process.memoryUsage().external,
  resources: process.getActiveResourcesInfo(),
})`

/** Connects to the inspector of a Node process that was started with `--inspect`. */
export async function inspect(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (result: unknown) => void>()
  let calls = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = answerSchema.parse(JSON.parse(String(data)))
    if (id !== undefined) waiting.get(id)?.(error ?? result)
  })
  await new Promise<void>((open, failed) => {
    socket.addEventListener('open', () => open(), { once: true })
    socket.addEventListener('error', () => failed(new Error(`no inspector at ${url}`)), { once: true })
  })
  const call = (method: string, params = {}) =>
    new Promise<unknown>((answered) => {
      calls += 1
      waiting.set(calls, answered)
      socket.send(JSON.stringify({ id: calls, method, params }))
    })
  return {
    /**
     * Collects garbage twice, because finalizers of the first collection may free more, and reads the
     * figures.
     */
    async readFigures(): Promise<ProcessFigures> {
      for (let count = 0; count < 2; count += 1) await call('HeapProfiler.collectGarbage')
      const answer = valueSchema.parse(
        await call('Runtime.evaluate', { expression: FIGURES_EXPRESSION, returnByValue: true }),
      )
      return figuresSchema.parse(JSON.parse(answer.result.value))
    },
    close: () => socket.close(),
  }
}

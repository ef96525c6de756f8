import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'

/** Reaction of the fake provider to a request: a text, an error status, an invalid body, or no response. */
export type FakeReply = { says: string } | { status: number } | { sends: string } | 'hang'

export interface AiRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface FakeAiProvider {
  readonly url: string
  readonly asked: AiRequest[]
  /** Sets the function that chooses the reaction to each request. */
  answer(decide: (question: AiRequest) => FakeReply): void
  close(): Promise<void>
}

/** A response in the wire format of the requested path: OpenAI chat completions, or Anthropic messages. */
const inFormatOf = (path: string, says: string): object =>
  path.endsWith('/messages')
    ? {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'peer',
        content: [{ type: 'text', text: says }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 10 },
      }
    : {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_752_600_000,
        model: 'peer',
        choices: [{ index: 0, message: { role: 'assistant', content: says }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
      }

/** Starts a fake AI provider on loopback, whose responses the test controls. */
export async function startFakeAiProvider(): Promise<FakeAiProvider> {
  const asked: AiRequest[] = []
  let decide: (question: AiRequest) => FakeReply = () => ({ says: '' })
  const server = createServer(async (request, response) => {
    const question = { path: request.url ?? '', headers: request.headers, body: await readText(request) }
    asked.push(question)
    const reply = decide(question)
    if (reply === 'hang') return
    response.setHeader('content-type', 'application/json')
    if ('status' in reply) {
      response.statusCode = reply.status
      response.end(
        JSON.stringify({ error: { type: 'error', message: `echo of ${question.body.slice(0, 200)}` } }),
      )
    } else response.end('says' in reply ? JSON.stringify(inFormatOf(question.path, reply.says)) : reply.sends)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    answer(how) {
      decide = how
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

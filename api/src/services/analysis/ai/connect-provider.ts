import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { wrapLanguageModel } from 'ai'
import type { AiEnv } from '../../../platform/config/ai-variables.ts'

/** Limit of a response body. Ids of sentences or the rows of a picture are a few kB. */
const MAX_BYTES = 1024 * 1024

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error('the response of the provider is larger than 1 MB')
    chunks.push(chunk)
  }
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.byteLength
  }
  return body
}

/**
 * `fetch` for a model provider. Refuses redirects, which would forward the API key, and bodies over 1 MB.
 * @throws Error as `fetch`, and for a body over 1 MB
 */
export async function boundedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const body = await readBounded(response)
  return new Response(response.status === 204 ? null : body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
}

type BareModel = Parameters<typeof wrapLanguageModel>[0]['model']

const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

/**
 * Connects the configured provider.
 * @param env already validated, so the variables that the provider needs are set
 * @returns a function from a model's name to the model
 */
export function connectProvider(env: AiEnv): (model: string) => BareModel {
  const key = env.AI_API_KEY === undefined ? {} : { apiKey: env.AI_API_KEY }
  // Always set: otherwise the library reads the address from environment variables of its own.
  const baseURL = env.AI_BASE_URL ?? ANTHROPIC_URL
  return env.AI_PROVIDER === 'anthropic'
    ? createAnthropic({ ...key, baseURL, fetch: boundedFetch })
    : createOpenAICompatible({ ...key, baseURL, name: env.AI_PROVIDER, fetch: boundedFetch })
}

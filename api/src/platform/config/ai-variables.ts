import * as z from 'zod'

const DEFAULT_TIMEOUT_MS = 10_000

const modelName = z
  .string()
  .regex(/^[\w./:@-]{1,120}$/, 'can have letters, digits and . _ - / : @ only, at most 120')

/**
 * Model provider for the sentences of AI mode (row N4) and for reading images (row N5). Without a provider,
 * sentences are built from engine numbers.
 */
export const aiVariables = {
  AI_PROVIDER: z
    .enum(['none', 'openai-compatible', 'anthropic'], {
      error: 'must be none, openai-compatible or anthropic',
    })
    .default('none'),
  /** Base address without `/chat/completions` or `/messages`, such as `http://127.0.0.1:11434/v1`. */
  AI_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((url) => {
      const { username, password, search, hash } = new URL(url)
      return !username && !password && !search && !hash
    }, 'must have no login, query or fragment: a key goes into AI_API_KEY')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  AI_API_KEY: z
    .string()
    .regex(/^[!-~]{1,500}$/, 'can be sent without blanks and in ASCII only')
    .optional(),
  AI_MODEL: modelName.optional(),
  AI_VISION_MODEL: modelName.optional(),
  /** Timeout of one text request, in milliseconds. An image request has three times as long. */
  AI_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(DEFAULT_TIMEOUT_MS),
}

export type AiEnv = z.infer<z.ZodObject<typeof aiVariables>>

/**
 * Checks the provider's variables against each other. `refuse` is called for each variable that is missing.
 */
export function checkAiVariables(env: AiEnv, refuse: (variable: keyof AiEnv, message: string) => void): void {
  if (env.AI_PROVIDER === 'none') return
  if (!env.AI_MODEL && !env.AI_VISION_MODEL) {
    refuse('AI_MODEL', `is needed, or AI_VISION_MODEL, where AI_PROVIDER is ${env.AI_PROVIDER}`)
  }
  if (env.AI_PROVIDER === 'openai-compatible' && !env.AI_BASE_URL) {
    refuse('AI_BASE_URL', 'is needed where AI_PROVIDER is openai-compatible')
  }
  if (env.AI_PROVIDER === 'anthropic' && !env.AI_API_KEY) {
    refuse('AI_API_KEY', 'is needed where AI_PROVIDER is anthropic')
  }
}

import { describe, expect, it } from 'vitest'
import { testVariables } from '../../testing/test-env.ts'
import { readEnvironment } from './env.ts'

const read = (changes: Record<string, string>) =>
  readEnvironment({ ...testVariables, SUPABASE_URL: 'https://project.supabase.co', ...changes })

describe('N4 model provider variables', () => {
  it('default to no provider and a timeout of ten seconds', () => {
    expect(read({})).toMatchObject({ AI_PROVIDER: 'none', AI_TIMEOUT_MS: 10_000 })
  })
  it('accept an OpenAI-compatible provider with and without a key', () => {
    const env = {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: 'http://127.0.0.1:11434/v1/',
      AI_MODEL: 'words:8b',
    }
    expect(read(env)).toMatchObject({ AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'words:8b' })
    expect(read({ ...env, AI_API_KEY: 'sk-1' }).AI_API_KEY).toBe('sk-1')
  })
  it('accept Anthropic with a key and a text model or a vision model', () => {
    const env = { AI_PROVIDER: 'anthropic', AI_API_KEY: 'sk-1' }
    expect(read({ ...env, AI_MODEL: 'words' }).AI_VISION_MODEL).toBeUndefined()
    expect(read({ ...env, AI_VISION_MODEL: 'eyes' }).AI_MODEL).toBeUndefined()
  })
  it.each([
    [{ AI_PROVIDER: 'magic' }, 'AI_PROVIDER: must be none, openai-compatible or anthropic'],
    [{ AI_PROVIDER: 'anthropic', AI_MODEL: 'm' }, 'AI_API_KEY: is needed where AI_PROVIDER is anthropic'],
    [
      { AI_PROVIDER: 'anthropic', AI_API_KEY: 'k' },
      'AI_MODEL: is needed, or AI_VISION_MODEL, where AI_PROVIDER is anthropic',
    ],
    [
      { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' },
      'AI_BASE_URL: is needed where AI_PROVIDER is openai-compatible',
    ],
    [{ AI_BASE_URL: 'ftp://a.example' }, 'AI_BASE_URL: must be an http or https address'],
    [{ AI_BASE_URL: 'https://u:p@a.example' }, 'AI_BASE_URL: must have no login, query or fragment'],
    [{ AI_MODEL: 'two words' }, 'AI_MODEL: can have letters, digits'],
    [{ AI_API_KEY: 'two words' }, 'AI_API_KEY: can be sent without blanks'],
    [{ AI_TIMEOUT_MS: '5' }, 'AI_TIMEOUT_MS: '],
  ])('are refused with a message that names the variable: %j', (changes, words) => {
    expect(() => read(changes)).toThrow(words)
  })
  it('stay out of error messages when they hold a key', () => {
    expect(() => read({ AI_PROVIDER: 'magic', AI_API_KEY: 'hunter 2' })).toThrow(/^(?!.*hunter).*$/s)
  })
})

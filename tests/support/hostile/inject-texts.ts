import type { Page } from '@playwright/test'
import { HOSTILE_TEXTS } from './script-detection.ts'

/**
 * Fields that stay unchanged: enumerations and keys. With other values the contracts would reject the answer.
 */
const UNCHANGED_FIELDS =
  /^(id|.*_?id|.*Id|code|status|state|type|kind|outcome|recommendation|sport|stat|statType|stat_type|oddsType|odds_type|side|source|result|homeAway|category|engine|version|date|.*_at|.*At|day|.*Day|.*_day|gameTime|time|roof|rating|.*[uU]rl|entry|base|integrity|words|wording|email|role|sha384|token|access_token|refresh_token|aud|expires_.*)$/
/** Texts that tests use as locators. */
const UNCHANGED_TEXTS = ['Player 001']

interface InjectionOptions {
  texts: readonly string[]
  unchangedFields: string
  unchangedTexts: readonly string[]
}

/** Runs in the page before any other script: appends a hostile text to every text of every answer. */
function patchFetch({ texts, unchangedFields, unchangedTexts }: InjectionOptions): void {
  const unchangedField = new RegExp(unchangedFields)
  // Equal texts get equal suffixes, because pages join answers by names.
  const suffixOf = (value: string) => {
    const checksum = [...value].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
    return texts[checksum % texts.length]
  }
  // The server knows names without the suffix, so it is removed from requests.
  const removeSuffixes = (body: string) =>
    texts.reduce((rest, text) => rest.replaceAll(JSON.stringify(text).slice(1, -1), ''), body)
  const addSuffixes = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => addSuffixes(item, name))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, addSuffixes(inner, key)]))
    if (typeof value !== 'string' || unchangedField.test(name) || unchangedTexts.includes(value)) return value
    // Enumerations, club codes and times are used as keys. Display texts start with a capital or contain a
    // space.
    if (!/^[A-Z].*[a-z]|\s/.test(value) || /^\d{4}-\d\d-\d\d/.test(value)) return value
    return `${value}${suffixOf(value)}`
  }
  const originalFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const requestInit = typeof init?.body === 'string' ? { ...init, body: removeSuffixes(init.body) } : init
    const answer = await originalFetch(input, requestInit)
    const { pathname } = new URL(answer.url || 'about:blank', location.href)
    const type = answer.headers.get('content-type') ?? ''
    if (!/^\/(api|rest)\//.test(pathname) || pathname === '/api/remotes' || !type.includes('json'))
      return answer
    const lines = (await answer.text()).split('\n')
    const text = lines
      .map((line) => (line ? JSON.stringify(addSuffixes(JSON.parse(line), '')) : line))
      .join('\n')
    const { status, statusText, headers } = answer
    return new Response(text || null, { status, statusText, headers })
  }
}

/**
 * From the next load on, appends a hostile text to every text in answers of the API and the data service,
 * whatever its source: the league, other users, an administrator, a model, the user's own rows.
 */
export async function injectHostileTexts(page: Page): Promise<void> {
  await page.addInitScript(patchFetch, {
    texts: HOSTILE_TEXTS,
    unchangedFields: UNCHANGED_FIELDS.source,
    unchangedTexts: UNCHANGED_TEXTS,
  })
}

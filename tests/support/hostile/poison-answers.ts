import type { Page } from '@playwright/test'
import { HOSTILE_TEXTS } from './texts.ts'

/** Names of fields whose values are words of a closed list, or are looked up: what contracts refuse stays off the page. */
const CLOSED =
  /^(id|.*_?id|.*Id|code|status|state|type|kind|outcome|recommendation|sport|stat|statType|stat_type|oddsType|odds_type|side|source|result|homeAway|category|engine|version|date|.*_at|.*At|day|.*Day|.*_day|gameTime|time|roof|rating|.*[uU]rl|entry|base|integrity|words|wording|email|role|sha384|token|access_token|refresh_token|aud|expires_.*)$/
/** What tests find screens by. */
const SPARED = ['Player 001']

interface Poison {
  texts: readonly string[]
  closed: string
  spared: readonly string[]
}

/** Runs in the page, before anything else: every text of every answer gets a hostile end. */
function poisonFetch({ texts, closed, spared }: Poison): void {
  const names = new RegExp(closed)
  // The same text always has the same end: pages put answers together by names.
  const endOf = (value: string) =>
    texts[[...value].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % texts.length]
  // What the page asks for by a name, the server knows without the end.
  const honestBody = (body: string) =>
    texts.reduce((left, text) => left.replaceAll(JSON.stringify(text).slice(1, -1), ''), body)
  const poisoned = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => poisoned(item, name))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poisoned(inner, key)]))
    if (typeof value !== 'string' || names.test(name) || spared.includes(value)) return value
    // Words of closed lists, clubs' short names and times are looked up; what people read begins large or has a space.
    if (!/^[A-Z].*[a-z]|\s/.test(value) || /^\d{4}-\d\d-\d\d/.test(value)) return value
    return `${value}${endOf(value)}`
  }
  const honest = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const asked = typeof init?.body === 'string' ? { ...init, body: honestBody(init.body) } : init
    const answer = await honest(input, asked)
    const { pathname } = new URL(answer.url || 'about:blank', location.href)
    const type = answer.headers.get('content-type') ?? ''
    if (!/^\/(api|rest)\//.test(pathname) || pathname === '/api/remotes' || !type.includes('json'))
      return answer
    const lines = (await answer.text()).split('\n')
    const text = lines
      .map((line) => (line ? JSON.stringify(poisoned(JSON.parse(line), '')) : line))
      .join('\n')
    const { status, statusText, headers } = answer
    return new Response(text || null, { status, statusText, headers })
  }
}

/**
 * From the next load on, every text that the API and the data service answer ends in a hostile one, wherever it came
 * from: the league, other users, an administrator, a model, the user's own rows.
 */
export const poisonAnswers = (page: Page): Promise<void> =>
  page
    .addInitScript(poisonFetch, { texts: HOSTILE_TEXTS, closed: CLOSED.source, spared: SPARED })
    .then(() => undefined)

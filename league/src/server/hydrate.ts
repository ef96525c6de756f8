import { badRequest } from './service-error.ts'

/** One entry of the parameter `hydrate`: its name and the text within its brackets. */
export interface Hydration {
  readonly name: string
  readonly inner: string
}

/** Splits at commas outside of brackets. Throws ServiceError 400 for unbalanced brackets. */
const splitTop = (text: string): string[] => {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
    if (depth < 0) throw badRequest(`Invalid Request with value: hydrate=${text}`)
  }
  if (depth !== 0) throw badRequest(`Invalid Request with value: hydrate=${text}`)
  parts.push(text.slice(from))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Parses a list such as `probablePitcher(person,stats),team`. */
export const readHydrate = (text = ''): readonly Hydration[] =>
  splitTop(text).map((part) => {
    const open = part.indexOf('(')
    return open < 0
      ? { name: part, inner: '' }
      : { name: part.slice(0, open), inner: part.slice(open + 1, part.lastIndexOf(')')) }
  })

/** Whether a name is hydrated on any level. */
export const hydrates = (hydrations: readonly Hydration[], name: string): boolean =>
  hydrations.some((entry) => entry.name === name || hydrates(readHydrate(entry.inner), name))

/** Parses options such as `group=[hitting],type=[gameLog],season=2026` into lists by key. */
export const readOptions = (inner: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    splitTop(inner).map((part) => {
      const [key = '', value = ''] = part.split('=', 2)
      const bare = value.replace(/^\[|\]$/g, '')
      return [key.trim(), bare.split(',').map((item) => item.trim())]
    }),
  )

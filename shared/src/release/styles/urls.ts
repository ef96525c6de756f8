import { ident, tokenize, tokenTypes, url } from 'css-tree'
import { displayText, type Files } from '../types.ts'

const LOADS = new Set([
  'url',
  'src',
  'image-set',
  '-webkit-image-set',
  'image',
  'cross-fade',
  '-webkit-cross-fade',
])
const ABSOLUTE = /^\s*([a-z][a-z0-9+.-]*:|[\\/]{2})/i
const INLINE_IMAGE = /^\s*data:image\//i

/** Resolves a URL in `file` to a path in the release; null if it points outside. */
function resolveUrl(address: string, file: string): string | null {
  const base = 'https://release.invalid/_/'
  const target = URL.parse(address, base + file)
  if (!target?.href.startsWith(base)) return null
  return decodeURIComponent(target.pathname.slice('/_/'.length))
}

function problemOf(address: string, file: string, files: Files): string | null {
  if (address.startsWith('#') || INLINE_IMAGE.test(address)) return null
  if (ABSOLUTE.test(address))
    return `loads '${displayText(address, 60)}' from another origin, which the page's policy forbids: include the file in the release`
  let target: string | null = null
  try {
    target = resolveUrl(address, file)
  } catch {
    // A URL that cannot be decoded has no target.
  }
  if (target === null || !files.has(target))
    return `loads '${displayText(address, 60)}', which is no file of this release: let the bundler resolve it`
  return null
}

/**
 * Checks that a style sheet loads files of its release only. Works on tokens, so that no position is missed.
 */
export function urlProblems(text: string, file: string, files: Files): string[] {
  const problems = new Set<string>()
  const check = (address: string) => {
    const problem = problemOf(address, file, files)
    if (problem) problems.add(problem)
  }
  /** For each open parenthesis, whether strings in it are URLs. */
  const open: boolean[] = []
  tokenize(text, (type, start, end) => {
    const token = () => text.slice(start, end)
    if (type === tokenTypes.Url) check(url.decode(token()))
    else if (type === tokenTypes.BadUrl) problems.add(`has a url() that cannot be read: quote the address`)
    else if (type === tokenTypes.Function) {
      const name = token().slice(0, -1)
      if (name.includes('\\'))
        problems.add(`writes a function's name with an escape: write the name without one`)
      const plain = ident.decode(name).toLowerCase()
      open.push(LOADS.has(plain) || (open.at(-1) === true && plain !== 'type'))
    } else if (type === tokenTypes.LeftParenthesis) open.push(open.at(-1) === true)
    else if (type === tokenTypes.RightParenthesis) open.pop()
    else if (type === tokenTypes.String && open.at(-1)) check(ident.decode(token().slice(1, -1)))
  })
  return [...problems]
}

import { ident, tokenize, tokenTypes, url } from 'css-tree'
import { displayText, type Files } from '../manifest.ts'

const LOADS = new Set([
  'url',
  'src',
  'image-set',
  '-webkit-image-set',
  'image',
  'cross-fade',
  '-webkit-cross-fade',
])
/** Address of the release's folder, to resolve relative addresses. */
const BASE = 'https://release.invalid/_/'

/** Not `URL.parse`: the kit for other repositories runs with Node 20. */
const parseUrl = (address: string, base?: string): URL | null =>
  URL.canParse(address, base) ? new URL(address, base) : null

/** Returns the path of a file in the release; null for an address outside of it or one that cannot be decoded. */
function releasePath({ href, pathname }: URL): string | null {
  try {
    return href.startsWith(BASE) ? decodeURIComponent(pathname.slice('/_/'.length)) : null
  } catch {
    return null
  }
}

function findProblem(address: string, file: string, files: Files): string | null {
  if (address.startsWith('#')) return null
  const absolute = parseUrl(address)
  if (absolute?.protocol === 'data:' && /^image\//i.test(absolute.pathname)) return null
  const target = parseUrl(address, BASE + file)
  if (absolute || (target && target.origin !== new URL(BASE).origin))
    return `loads '${displayText(address, 60)}' from another origin, which the page's policy forbids: include the file in the release`
  const path = target && releasePath(target)
  if (path === null || !files.has(path))
    return `loads '${displayText(address, 60)}', which is not a file of this release: let the bundler resolve it`
  return null
}

/**
 * Checks that a style sheet loads files of its release only. Works on tokens, so that no position is missed.
 */
export function urlProblems(text: string, file: string, files: Files): string[] {
  const problems = new Set<string>()
  const check = (address: string) => {
    const problem = findProblem(address, file, files)
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

import {
  type CssNode,
  fork,
  ident,
  type Selector,
  type SyntaxConfig,
  tokenize,
  tokenTypes,
  url,
} from 'css-tree'
import { displayText, type Files } from '../derive-release.ts'

/** The used part of the parser state that css-tree passes as `this`. */
interface State {
  tokenIndex: number
  tokenCount: number
  source: string
  getTokenType(index: number): number
  getTokenStart(index: number): number
  getBlockTokenPairIndex(index: number): number
  Rule(): CssNode
}

/**
 * Returns whether a nested rule starts at the current position instead of a declaration. By the CSS standard,
 * a construct with a block before its end is a rule, unless it is a custom property.
 */
function isRuleAhead(state: State): boolean {
  const { tokenIndex, tokenCount } = state
  const start = state.getTokenStart(tokenIndex)
  if (state.getTokenType(tokenIndex) === tokenTypes.Ident && state.source.startsWith('--', start))
    return false
  for (let at = tokenIndex; at < tokenCount; ) {
    const type = state.getTokenType(at)
    if (type === tokenTypes.LeftCurlyBracket) return true
    if (type === tokenTypes.Semicolon || type === tokenTypes.RightCurlyBracket) return false
    at = Math.max(at, state.getBlockTokenPairIndex(at)) + 1
  }
  return false
}

interface DeclarationSyntax {
  parse(this: State, ...rest: unknown[]): CssNode
}
const isDeclaration = (syntax: unknown): syntax is DeclarationSyntax =>
  typeof syntax === 'object' && syntax !== null && 'parse' in syntax && typeof syntax.parse === 'function'

/** Adds nested rules with any selector, as in browsers; css-tree supports only those that start with `&`. */
function withNesting(config: SyntaxConfig): SyntaxConfig {
  const Declaration = config.node?.Declaration
  if (!isDeclaration(Declaration)) throw new Error('css-tree has no parser for declarations')
  const parse: DeclarationSyntax['parse'] = function (...rest) {
    return isRuleAhead(this) ? this.Rule() : Declaration.parse.apply(this, rest)
  }
  return { ...config, node: { ...config.node, Declaration: { ...Declaration, parse } } }
}

/** Parser of css-tree, extended to parse nested rules like browsers. */
export const { parse: parseStyles } = fork(withNesting)

/** Decides whether a class is the remote's own. */
export type IsOwn = (className: string) => boolean

interface Compound {
  parts: CssNode[]
  /** Combinator before the compound; empty for the first. */
  combinator: string
}

function splitCompounds(selector: Selector): Compound[] {
  const found: Compound[] = [{ parts: [], combinator: '' }]
  for (const node of selector.children) {
    if (node.type === 'Combinator') found.push({ parts: [], combinator: node.name })
    else found.at(-1)?.parts.push(node)
  }
  return found
}

const childrenOf = (node: CssNode): CssNode[] =>
  'children' in node && node.children ? [...(node.children as Iterable<CssNode>)] : []

const selectorsIn = (node: CssNode): Selector[] =>
  childrenOf(node).flatMap((child) => {
    if (child.type === 'Selector') return [child]
    return child.type === 'SelectorList' ? selectorsIn(child) : []
  })

const hasNesting = (node: CssNode): boolean =>
  node.type === 'NestingSelector' || childrenOf(node).some(hasNesting)

/** Returns whether every element that matches this compound selector belongs to the remote. */
function isOwnCompound(parts: readonly CssNode[], isOwn: IsOwn, nested: boolean): boolean {
  return parts.some((part) => {
    // `.tailw\\:flex` is the class `tailw:flex`.
    if (part.type === 'ClassSelector') return isOwn(ident.decode(part.name))
    if (part.type === 'NestingSelector') return nested
    if (part.type !== 'PseudoClassSelector' || !/^(is|where|matches|-webkit-any)$/i.test(part.name))
      return false
    const alternatives = selectorsIn(part)
    return alternatives.length > 0 && alternatives.every((one) => isScoped(one, isOwn, nested, false))
  })
}

/**
 * Returns whether a selector matches only elements of the remote: the element has a class of the remote, or
 * an ancestor that has one. `:not()` and `:has()` do not count: `body:has(.own)` styles the body.
 * @param nested whether the rule is nested in a rule or `@scope` of the remote
 */
export function isScoped(selector: Selector, isOwn: IsOwn, nested: boolean, implied = nested): boolean {
  const list = splitCompounds(selector)
  // A nested selector without `&` is relative to its parent: `img` means `& img`, `+ img` means `& + img`.
  const relative = list[0]?.parts.length === 0
  const isImplied = implied && !hasNesting(selector)
  let state: 'outside' | 'own' | 'inside' = 'outside'
  if (isImplied) state = relative ? 'own' : 'inside'
  for (const { parts, combinator } of list) {
    if (parts.length === 0) continue
    const below = combinator === ' ' || combinator === '>'
    if (state === 'own' && below) state = 'inside'
    if (state === 'inside') continue
    state = isOwnCompound(parts, isOwn, nested) ? 'own' : 'outside'
  }
  return state !== 'outside'
}

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

import { type CssNode, fork, type SyntaxConfig, tokenTypes } from 'css-tree'

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

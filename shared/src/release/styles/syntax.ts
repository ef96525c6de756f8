import { type CssNode, fork, type SyntaxConfig, tokenTypes } from 'css-tree'

/** What is used of the parser that css-tree hands to its nodes as `this`. */
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
 * Whether a rule begins where a declaration could: as the standard has it, what has a block of its own before it ends is
 * no declaration, unless it is a custom property's.
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

/** css-tree knows nested rules only where they begin with `&`; browsers take any selector there. */
function withNesting(config: SyntaxConfig): SyntaxConfig {
  const Declaration = config.node?.Declaration
  if (!isDeclaration(Declaration)) throw new Error('css-tree has no parser for declarations')
  const parse: DeclarationSyntax['parse'] = function (...rest) {
    return isRuleAhead(this) ? this.Rule() : Declaration.parse.apply(this, rest)
  }
  return { ...config, node: { ...config.node, Declaration: { ...Declaration, parse } } }
}

/** css-tree's parser for style sheets as browsers read them. */
export const { parse: parseStyles } = fork(withNesting)

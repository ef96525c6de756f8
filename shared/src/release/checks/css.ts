import type { Atrule, CssNode, Rule, Selector } from 'css-tree'
import type { Context, Findings } from '../context.ts'
import { displayText, textOf } from '../derive-release.ts'
import { type IsOwn, isScoped, parseStyles, urlProblems } from '../styles/selectors.ts'

/** Cascade layers of the shell that remotes may use. */
const LAYERS = new Set(['components', 'screens', 'utilities'])

const SEPARATORS = new Set(['-', '_', ':'])

/**
 * Creates a predicate whether a name belongs to a remote: it starts with the remote's name and `-`, `_`, or `:`, which
 * Tailwind puts behind its prefix. If
 * another remote's name has the same beginning (`picks`, `picks-old`), the longer name owns it.
 */
export const createOwnership =
  (remote: string, others: readonly string[]) =>
  (name: string): boolean => {
    const begins = (owner: string) => name.startsWith(owner) && SEPARATORS.has(name.charAt(owner.length))
    return begins(remote) && !others.some((other) => other.length > remote.length && begins(other))
  }

/**
 * Returns whether a remote may use a cascade layer: a shared layer of the shell, or one of the remote's own.
 */
export const isLayer = (name: string, isOwn: (name: string) => boolean): boolean => {
  const [first = ''] = name.split('.')
  return LAYERS.has(first) || isOwn(first)
}

/** Normalizes a font family for comparison: `"Picks Sans"` becomes `picks-sans`. */
export const normalizeFamily = (value: string): string =>
  value
    .trim()
    .replace(/^["']|["']$/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '-')

/** Conditional at-rules, whose rules are checked like rules outside of them. */
const CONDITIONS = new Set(['media', 'supports', 'container', 'starting-style'])
/** At-rules that define a name for the whole page. */
const NAMES = new Set([
  'keyframes',
  '-webkit-keyframes',
  'property',
  'counter-style',
  'font-palette-values',
  'position-try',
  'function',
])
const MAX_DEPTH = 64

export interface SheetRules {
  text: string
  isOwn: IsOwn
  /** The prefix to recommend. */
  prefix: string
  say: (message: string) => void
}

const preludeOf = ({ prelude }: Atrule): string => (prelude?.type === 'Raw' ? prelude.value.trim() : '')

function checkNamed(node: Atrule, { isOwn, prefix, say }: SheetRules): void {
  const name = preludeOf(node)
    .replace(/^--/, '')
    .replace(/^["']|["']$/g, '')
  if (!isOwn(name))
    say(`@${node.name} ${displayText(name, 40)} is a name for the whole page: begin it with '${prefix}-'`)
}

function checkFontFace({ block }: Atrule, { isOwn, prefix, say }: SheetRules): void {
  for (const declaration of block?.children ?? []) {
    if (declaration.type !== 'Declaration' || declaration.property.toLowerCase() !== 'font-family') continue
    const family = declaration.value.type === 'Raw' ? declaration.value.value : ''
    if (!isOwn(normalizeFamily(family)))
      say(`the font ${displayText(family, 40)} is a name for the whole page: begin it with '${prefix}-'`)
  }
}

function checkLayers(node: Atrule, { isOwn, prefix, say }: SheetRules, nested: boolean): void {
  for (const layer of preludeOf(node).split(',')) {
    const name = layer.trim()
    if (name === '' && nested) continue
    if (name === '') say('a layer without a name has priority over all others: use `components` or `screens`')
    else if (!isLayer(name, isOwn))
      say(
        `the layer ${displayText(name, 40)} is not available to remotes: use components, screens, utilities or '${prefix}-…'`,
      )
  }
}

/** Returns whether the scope root of `@scope (.own) to (.limit)` is an element of the remote. */
function isOwnScope(node: Atrule, isOwn: IsOwn, nested: boolean): boolean {
  const root = /^\(([^()]*)\)/.exec(preludeOf(node))?.[1]
  if (root === undefined) return nested
  const list = parseStyles(root, { context: 'selectorList' })
  if (list.type !== 'SelectorList') return false
  return [...list.children].every((one) => one.type === 'Selector' && isScoped(one, isOwn, nested))
}

function checkRule(rule: Rule, rules: SheetRules, nested: boolean, depth: number): void {
  const { prelude, block } = rule
  // Unreadable selectors were reported by the parser.
  if (prelude.type === 'SelectorList')
    for (const selector of prelude.children)
      if (selector.type === 'Selector' && !isScoped(selector, rules.isOwn, nested))
        rules.say(
          `${selectorText(selector, rules.text)} matches elements outside of the remote: start it with a class '.${rules.prefix}-…'`,
        )
  for (const child of block.children) checkNode(child, rules, true, depth + 1)
}

function checkProperty(property: string, { isOwn, prefix, say }: SheetRules): void {
  if (property.startsWith('--') && !isOwn(property.slice(2)))
    say(
      `${displayText(property, 40)} may be a custom property of the shell: start its name with '--${prefix}-'`,
    )
}

const selectorText = ({ loc }: Selector, text: string): string =>
  loc ? `'${displayText(text.slice(loc.start.offset, loc.end.offset), 60)}'` : 'a selector'

/**
 * Checks an at-rule.
 * @returns whether its rules apply inside the remote only; null if they are not checked
 */
function checkAtrule(node: Atrule, rules: SheetRules, nested: boolean): boolean | null {
  const name = node.name.toLowerCase()
  const { isOwn, prefix, say } = rules
  if (CONDITIONS.has(name)) return nested
  if (name === 'layer') {
    checkLayers(node, rules, nested)
    return nested
  }
  if (name === 'scope') {
    if (isOwnScope(node, isOwn, nested)) return true
    say(`@scope does not start at a class '.${prefix}-…': add one`)
  } else if (NAMES.has(name)) checkNamed(node, rules)
  else if (name === 'font-face') checkFontFace(node, rules)
  else if (name === 'import') say('@import loads a file without its hash: let the bundler inline it')
  else if (name === 'charset') {
    if (!/^["']utf-8["']$/i.test(preludeOf(node))) say('@charset is not "utf-8": leave it out')
  } else
    say(`@${displayText(node.name, 30)} changes the whole page: a remote may style its own elements only`)
  return null
}

function checkNode(node: CssNode, rules: SheetRules, nested: boolean, depth: number): void {
  if (depth > MAX_DEPTH) rules.say(`rules are nested more than ${MAX_DEPTH} deep: flatten them`)
  else if (node.type === 'Rule') checkRule(node, rules, nested, depth)
  else if (node.type === 'Declaration') checkProperty(node.property, rules)
  else if (node.type === 'Atrule') {
    const inside = checkAtrule(node, rules, nested)
    if (inside === null) return
    for (const child of node.block?.children ?? []) checkNode(child, rules, inside, depth + 1)
  }
}

/** Checks that a style sheet of a remote styles only the remote's own elements. Never throws. */
export function checkSheet(rules: SheetRules): void {
  try {
    const sheet = parseStyles(rules.text, {
      positions: true,
      parseValue: false,
      parseAtrulePrelude: false,
      onParseError: ({ message, line, column }) =>
        rules.say(`cannot be read at line ${line}, column ${column} (${displayText(message)}): simplify it`),
    })
    if (sheet.type === 'StyleSheet') for (const node of sheet.children) checkNode(node, rules, false, 0)
  } catch (error) {
    rules.say(`cannot be read (${displayText(String(error))}): reduce its nesting`)
  }
}

/** Maximum size of a style sheet; those of the product have about 10 kB. */
const MAX_BYTES = 1_000_000

/**
 * Checks that a remote styles only its own elements, and that style sheets load files of their own release
 * only.
 */
export function checkCss({ declaration, files, others }: Context, findings: Findings): void {
  const prefix = declaration?.name
  for (const [path, bytes] of files) {
    if (!path.endsWith('.css')) continue
    if (bytes.length > MAX_BYTES) {
      findings.error(`has more than ${MAX_BYTES} bytes and is not read: split it`, path)
      continue
    }
    const text = textOf(bytes)
    for (const problem of urlProblems(text, path, files)) findings.error(problem, path)
    if (!prefix) continue
    const names = others.map(({ name }) => name).filter((name) => name !== prefix)
    const isOwn = createOwnership(prefix, names)
    checkSheet({ text, isOwn, prefix, say: (message) => findings.error(message, path) })
  }
}

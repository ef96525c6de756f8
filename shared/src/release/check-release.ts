import type { AnyNode } from 'acorn'
import type { Release } from '../contracts/releases/registry.ts'
import type { CheckId, CheckReport, Finding } from '../contracts/releases/rollout.ts'
import { checkBudget } from './checks/budget.ts'
import { checkCss } from './checks/css.ts'
import { checkFiles, checkIntegrity, checkPlacement } from './checks/files.ts'
import { checkContract, checkManifest } from './checks/manifest.ts'
import { checkOrigins } from './checks/origins.ts'
import { checkShared } from './checks/shared.ts'
import { checkSlots } from './checks/slots.ts'
import { type CheckInput, type Context, Findings, manifestOf } from './context.ts'
import { type BuiltFolder, deriveRelease, displayText, ReleaseError } from './derive-release.ts'
import { globalName, memberName, parseScripts, walk } from './syntax-tree.ts'

const POLICY = "the page's policy forbids it"
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'execScript'])
const COMPILES = new Set(['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming'])
const HARMLESS_MEMBERS = new Set(['prototype', 'name', 'length', 'hasInstance'])

type Say = (level: 'error' | 'passed-on' | 'info', message: string) => void

/** Returns whether an expression is text: a string literal, a template, or a sum that starts with one. */
function isText(node: AnyNode | undefined): boolean {
  let first = node
  while (first?.type === 'BinaryExpression' && first.operator === '+') first = first.left
  return first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string')
}

/** Returns whether an identifier is read as a value, and is not a key, a member or a label. */
function isRead(node: AnyNode, parent: AnyNode | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed
    case 'Property':
      return parent.value === node || parent.computed
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.value === node || parent.computed
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'ImportSpecifier':
    case 'ExportSpecifier':
      return false
    default:
      return true
  }
}

/** The value of a literal; minifiers also write a text as a template. */
function literalText(node: AnyNode): unknown {
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked
  return node.type === 'Literal' ? node.value : null
}

/**
 * Recognizes Function calls of well-known libraries that are harmless if the policy blocks them.
 * @returns the message
 */
function describeHarmlessCall([first, second]: readonly AnyNode[]): string | null {
  if (!first) return null
  const text = literalText(first)
  const code = second?.type === 'TemplateLiteral' ? second.quasis[0]?.value.raw : undefined
  if (!second && text === 'return this')
    return `Function('return this') reads the global object, as bundlers do, and is not reached`
  if (!second && text === '') return `Function('') tests whether the policy allows it, as zod does`
  if (text === 'callbacks' && code && /^(System\.)?import\("$/.test(code))
    return 'the federation runtime compiles an import only for container types that this product does not use'
  if (mentions(first, 'getPublicPath'))
    return 'the federation runtime compiles a public path only for a manifest with `getPublicPath`'
  return null
}

function checkFunctionUse(node: AnyNode, parent: AnyNode | undefined, say: Say): void {
  const calls = parent?.type === 'CallExpression' || parent?.type === 'NewExpression'
  if (calls && parent.callee === node) {
    const harmless = describeHarmlessCall(parent.arguments)
    if (harmless) say('info', harmless)
    else say('error', `Function(…) compiles code from text, and ${POLICY}: use a build without it`)
    return
  }
  if (parent?.type === 'MemberExpression' && parent.object === node) {
    if (!HARMLESS_MEMBERS.has(memberName(parent) ?? ''))
      say('error', `Function.${memberName(parent) ?? '[…]'} compiles code from text, and ${POLICY}`)
    return
  }
  if (parent?.type === 'BinaryExpression' || parent?.type === 'UnaryExpression') return
  say('passed-on', `Function is passed on as a value: if it is called with text, ${POLICY}`)
}

function mentions(node: AnyNode, name: string): boolean {
  let found = false
  walk(node, (inner) => {
    if (memberName(inner) === name) found = true
  })
  return found
}

function checkCall(node: AnyNode, say: Say): void {
  if (node.type !== 'CallExpression') return
  const name = globalName(node.callee)
  if (name && TIMERS.has(name) && isText(node.arguments[0]))
    say('error', `${name} compiles code from text, and ${POLICY}: pass a function`)
  if (node.callee.type !== 'MemberExpression') return
  const member = memberName(node.callee)
  const { object } = node.callee
  if (member === 'constructor' && (isText(node.arguments[0]) || memberName(object) === 'constructor'))
    say('error', `a constructor compiles code from text, and ${POLICY}`)
  if (globalName(object) === 'WebAssembly' && COMPILES.has(member ?? ''))
    say('error', `WebAssembly is compiled, and ${POLICY}: use a build without it`)
}

/** Checks that no script compiles code from text, which the page's content security policy would block. */
function checkEval({ scripts, declaration }: Context, findings: Findings): void {
  // The shell includes zod, which uses Function as a value only after testing whether the policy allows it.
  const passedOnLevel = declaration ? 'warning' : 'info'
  for (const { path, program } of scripts) {
    if (typeof program === 'string') {
      findings.error(program, path)
      continue
    }
    const say: Say = (level, message) =>
      findings.add(level === 'passed-on' ? passedOnLevel : level, message, path)
    walk(program, (node, ancestors) => {
      const parent = ancestors.at(-1)
      checkCall(node, say)
      if (node.type !== 'Identifier' && node.type !== 'MemberExpression') return
      const name = globalName(node)
      if (name !== 'eval' && name !== 'Function') return
      if (node.type === 'Identifier' && !isRead(node, parent)) return
      if (name === 'eval') say('error', `eval compiles code from text, and ${POLICY}: use a build without it`)
      else checkFunctionUse(node, parent, say)
    })
  }
}

/** Returns the report for files that could not be checked. @param message the problem and its solution */
export const unreadableReport = (
  { declaration, files, host }: Pick<CheckInput, 'declaration' | 'files' | 'host'>,
  message: string,
): CheckReport => ({
  ok: false,
  checked: ['files'],
  findings: [{ check: 'files', level: 'error', message }],
  facts: {
    contract: declaration?.contract ?? '',
    hostContract: host?.contract ?? null,
    files: files.size,
    bytes: [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0),
    javascriptBytes: 0,
    budgetBytes: 0,
    shared: [],
  },
})

/**
 * Derives the release of a built folder and checks it. If it cannot be derived, `release` is null and the
 * report contains the reason.
 */
export async function examineRelease(
  input: BuiltFolder & Omit<CheckInput, 'release'>,
): Promise<{ release: Release | null; report: CheckReport }> {
  try {
    const release = await deriveRelease(input)
    return { release, report: await checkRelease({ ...input, release }) }
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    return { release: null, report: unreadableReport(input, error.message) }
  }
}

export type { CheckInput } from './context.ts'

/** Runs one check. An exception, caused by the content of a file, becomes a finding as well. */
async function run<T>(
  check: CheckId,
  findings: Finding[],
  runCheck: (found: Findings) => T | Promise<T>,
): Promise<T | undefined> {
  const found = new Findings(check)
  let result: T | undefined
  try {
    result = await runCheck(found)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    found.error(
      `these files cannot be checked (${displayText(reason)}): simplify the output of the build and build again`,
    )
  }
  findings.push(...found.all())
  return result
}

/**
 * Runs all checks of a release. The server decides by them; the `doctor` command runs them when it has no server. Pure and bounded in work; never throws because of the content of the files.
 */
export async function checkRelease(input: CheckInput): Promise<CheckReport> {
  const { release, files } = input
  const context: Context = { ...input, manifest: manifestOf(input), scripts: parseScripts(files) }
  const findings: Finding[] = []
  const checked: CheckId[] = []
  const check = <T>(id: CheckId, runCheck: (found: Findings) => T | Promise<T>) => {
    checked.push(id)
    return run(id, findings, runCheck)
  }
  await check('files', (found) => checkFiles(context, found))
  await check('integrity', (found) => checkIntegrity(context, found))
  await check('manifest', (found) => checkManifest(context, found))
  await check('contract', (found) => checkContract(context, found))
  await check('placement', (found) => {
    checkPlacement(context, found)
    checkSlots(context, found)
  })
  const shared = await check('shared', (found) => checkShared(context, found))
  await check('css', (found) => checkCss(context, found))
  await check('eval', (found) => checkEval(context, found))
  await check('origins', (found) => checkOrigins(context, found))
  const weight = await check('budget', (found) => checkBudget(context, found))
  return {
    ok: findings.every(({ level }) => level !== 'error'),
    checked,
    findings,
    facts: {
      contract: displayText(release.contract, 20),
      hostContract: input.host?.contract ?? null,
      files: files.size,
      bytes: [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0),
      javascriptBytes: weight?.javascriptBytes ?? 0,
      budgetBytes: weight?.budgetBytes ?? 0,
      shared: shared ?? [],
    },
  }
}

import type { AnyNode, AssignmentProperty, Property } from 'acorn'
import { satisfies, valid, validRange } from 'semver'
import type { SharedPackage } from '../../contracts/releases/registry.ts'
import type { CheckReport } from '../../contracts/releases/rollout.ts'
import type { Context, Findings } from '../context.ts'
import { displayText } from '../derive-release.ts'
import { keyName, literalText, memberName, type Script, walk } from '../syntax-tree.ts'

/**
 * What identifies a bundled module: its texts (`'no atom init'`), the names that it defines (`.jsxs`), also with their
 * text (`.version=19.3.1`), and those of all properties that are not getters (`:jsxs`): the values of these may be
 * from another module. Minifiers keep texts and names, in any form of literal.
 */
type Marks = ReadonlySet<string>

const begins = (marks: Marks, start: string): boolean => [...marks].some((mark) => mark.startsWith(start))
const createsElements = (marks: Marks): boolean =>
  marks.has('react.element') || marks.has('react.transitional.element')

/** Recognizes the code of each package. Names that other packages define too need React's type of elements beside them. */
const SIGNATURES: Record<string, (marks: Marks) => boolean> = {
  react: (marks) =>
    createsElements(marks) &&
    (begins(marks, '.__CLIENT_INTERNALS_DO_NOT_USE') ||
      begins(marks, '.__SECRET_INTERNALS_DO_NOT_USE') ||
      (begins(marks, '.version=') && marks.has(':createElement') && marks.has(':Children'))),
  'react/jsx-runtime': (marks) => createsElements(marks) && marks.has('.jsxs'),
  'react-dom': (marks) =>
    begins(marks, '.__DOM_INTERNALS_DO_NOT_USE') || marks.has('.rendererPackageName=react-dom'),
  // Uses the internals of `react-dom` and contains its own renderer.
  'react-dom/server': (marks) =>
    createsElements(marks) &&
    ['StaticMarkup', 'ReadableStream', 'PipeableStream'].some((kind) => marks.has(`.renderTo${kind}`)),
  'react-router-dom': (marks) => marks.has('.__reactRouterVersion'),
  '@tanstack/react-query': (marks) => marks.has('No QueryClient set, use QueryClientProvider to set one'),
  jotai: (marks) => marks.has('no atom init'),
}

const isFunction = ({ type }: AnyNode): boolean =>
  type === 'FunctionExpression' || type === 'ArrowFunctionExpression'

/** Whether a property only reads another value: `get a() {}`, or `a: () => b` in the exports of bundlers. */
const isGetter = ({ kind, value }: Property | AssignmentProperty): boolean =>
  kind === 'get' ||
  (value.type === 'ArrowFunctionExpression' && value.expression && value.params.length === 0)

/**
 * Returns the name and the value of an assignment (`exports.a = 1`) or property (`{ a: 1 }`, but not `const { a } = b`).
 * `isOwn`: the value is written here, or assigned.
 */
function definition(
  node: AnyNode,
  parent: AnyNode | undefined,
): { name: string | null; value: AnyNode; isOwn: boolean } | null {
  if (node.type === 'AssignmentExpression')
    return { name: memberName(node.left), value: node.right, isOwn: true }
  if (node.type !== 'Property' || parent?.type === 'ObjectPattern' || isGetter(node)) return null
  const { key, computed, value } = node
  const isOwn = isFunction(value) || value.type === 'ObjectExpression' || literalText(value) !== null
  return { name: keyName(key, computed), value, isOwn }
}

function marksOf(node: AnyNode, parent: AnyNode | undefined): string[] {
  const defined = definition(node, parent)
  const text = literalText(defined?.value ?? node)
  if (!defined?.name) return text === null ? [] : [text]
  const { name, isOwn } = defined
  return [`:${name}`, ...(isOwn ? [`.${name}`] : []), ...(text === null ? [] : [`.${name}=${text}`])]
}

/**
 * Finds copies of shared packages in scripts, including those that no manifest declares. A bundled module is a function in
 * an object property; everything else in a file counts as one module.
 * @returns size of each copy in the files, in bytes
 */
export function copiesIn(scripts: readonly Script[]): Map<string, number> {
  const copies = new Map<string, number>()
  for (const { program, text } of scripts) {
    if (typeof program === 'string') continue
    const modules = new Map<AnyNode, Set<string>>()
    let current: AnyNode = program
    walk(program, (node, ancestors) => {
      if (node.start < current.start || node.end > current.end) current = program
      const marks = modules.get(current) ?? new Set()
      modules.set(current, marks)
      for (const mark of marksOf(node, ancestors.at(-1))) marks.add(mark)
      if (current === program && node.type === 'Property' && isFunction(node.value)) current = node
    })
    for (const [{ start, end }, marks] of modules)
      for (const [name, matches] of Object.entries(SIGNATURES)) {
        if (!matches(marks)) continue
        const { length } = new TextEncoder().encode(text.slice(start, end))
        copies.set(name, (copies.get(name) ?? 0) + length)
      }
  }
  return copies
}

type Facts = CheckReport['facts']['shared']

/**
 * Public packages that every shell shares, as a whole; a copy of one is reported even if no shell is live. A
 * part of another package would break remotes that use the rest of it, so a shell shares other modules only
 * under names of the product's own scope.
 */
const ALWAYS_SHARED = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-router-dom',
  'jotai',
  '@tanstack/react-query',
]
const OWN_SCOPE = '@propsight/'

const versionOf = (shared: readonly SharedPackage[], name: string): string | null =>
  shared.find((one) => one.name === name)?.version ?? null

const satisfiesRange = (version: string, range: string | null): boolean =>
  range === null || satisfies(version, range, { includePrerelease: true })

/** Returns the entries of a package in the manifest, one per chunk that uses it. */
const manifestEntries = ({ manifest }: Context, name: string) =>
  manifest && typeof manifest === 'object' ? manifest.shared.filter((one) => one.name === name) : []

/** Returns the bytes of the fallback files that a manifest lists for a package. */
function fallbackBytes(context: Context, name: string): number {
  const { files } = context
  const chunks = manifestEntries(context, name).flatMap(({ assets }) => [
    ...(assets?.js.sync ?? []),
    ...(assets?.css.sync ?? []),
  ])
  return [...new Set(chunks)].reduce((sum, file) => sum + (files.get(file)?.length ?? 0), 0)
}

/**
 * Checks one package that the remote expects from the shell.
 * @param bytes size of the remote's own copy; the version in the manifest does not tell whether there is one
 */
function checkExpected(expected: SharedPackage, bytes: number, context: Context, findings: Findings): void {
  const { name, range, singleton } = expected
  const { host } = context
  const quotedName = `'${displayText(name)}'`
  if (range !== null && validRange(range) === null) {
    findings.error(
      `${quotedName} is required as '${displayText(range)}', which is not a range: write one such as ^19.3.0`,
    )
    return
  }
  // The plugins write the version that was installed when they built.
  for (const { version } of manifestEntries(context, name))
    if (version && valid(version) && !satisfiesRange(version, range))
      findings.error(
        `${quotedName} is required as ${displayText(range ?? '')}, but it was built with ${displayText(version)} installed: install a version of this range`,
      )
  if (!host) return
  const provided = versionOf(host.shared, name)
  if (provided === null) {
    if (bytes > 0)
      findings.info(`${quotedName} is shared, but the shell has none: this remote's own copy is used`)
    else
      findings.error(
        `${quotedName} is required from the shell, which shares no such package: remove it from \`shared\` and bundle it`,
      )
    return
  }
  if (range === null)
    findings.warning(
      `${quotedName} is shared without a range: set requiredVersion, so that an incompatible version is found here`,
    )
  if (!satisfiesRange(provided, range))
    findings.error(
      `${quotedName} is required as ${displayText(range ?? '')}, but the shell provides ${provided}: build against ${provided}`,
    )
  if (!singleton)
    findings.error(
      `${quotedName} is shared without \`singleton: true\`: two copies on one page would not share their state`,
    )
}

function checkCopy(
  name: string,
  bytes: number,
  isDeclared: boolean,
  { host }: Context,
  findings: Findings,
): void {
  const fix = isDeclared
    ? `set \`import: false\` for it in \`shared\``
    : `add it to \`shared\` with \`singleton: true, import: false\``
  const message = `a copy of '${displayText(name)}' (${bytes} bytes) is in the build, but the shell provides one: ${fix}`
  if (host) findings.error(message)
  else findings.warning(message)
}

/** The shared package of which a name is a part that the shell does not share, or null. */
const packageOfPart = (name: string, hostPackages: readonly string[]): string | null =>
  typeof name !== 'string' || hostPackages.includes(name)
    ? null
    : (hostPackages.find((each) => name.startsWith(`${each}/`)) ?? null)

/** Reports a part of a shared package: it would run next to the shell's copy of that package. */
function checkPart(name: string, whole: string, findings: Findings): void {
  findings.error(
    `'${displayText(name)}' is in the build, but the shell shares only '${whole}': a part of it is a second copy ` +
      `with a state of its own; do without it, also where it is loaded with import()`,
  )
}

/**
 * Checks a remote: the shell provides every shared package in an accepted version, and there are no
 * duplicates.
 */
function checkRemote(context: Context, findings: Findings): Facts {
  const { declaration, release, host, scripts } = context
  if (declaration?.container && !declaration.container.shared)
    findings.info(
      'a build without a manifest does not list its shared packages: its code was searched for copies',
    )
  const copies = copiesIn(scripts)
  const hostPackages = host ? host.shared.map(({ name }) => name) : ALWAYS_SHARED
  const facts: Facts = []
  const note = (name: string, range: string | null, isDeclared: boolean, bytes: number) => {
    const isDuplicate = hostPackages.includes(name) && bytes > 0
    if (isDuplicate) checkCopy(name, bytes, isDeclared, context, findings)
    const provided = host && versionOf(host.shared, name)
    facts.push({ name, range, host: provided, duplicateBytes: isDuplicate ? bytes : 0 })
  }
  for (const expected of release.shared) {
    const { name, range } = expected
    const bytes = Math.max(copies.get(name) ?? 0, fallbackBytes(context, name))
    const whole = packageOfPart(name, hostPackages)
    if (whole) checkPart(name, whole, findings)
    else checkExpected(expected, bytes, context, findings)
    note(name, range, true, bytes)
  }
  for (const [name, bytes] of copies) {
    if (release.shared.some((one) => one.name === name)) continue
    const whole = packageOfPart(name, hostPackages)
    if (whole) checkPart(name, whole, findings)
    else if (hostPackages.includes(name)) note(name, null, false, bytes)
  }
  return facts
}

/** Checks a shell: it provides the shared packages of all live remotes. */
function checkShell({ release, others }: Context, findings: Findings): Facts {
  for (const { name, version } of release.shared) {
    if (version === null || valid(version) === null)
      findings.error(`the shell shares '${displayText(name)}' without a version that can be compared`)
    if (!ALWAYS_SHARED.includes(name) && !name.startsWith(OWN_SCOPE))
      findings.error(
        `the shell shares '${displayText(name)}', which is none of the packages that it shares as a whole: a remote ` +
          `would get this copy for every import of the name; share it under a name that begins with ${OWN_SCOPE}`,
      )
  }
  for (const other of others) {
    for (const { name, range, version } of other.shared) {
      const provided = versionOf(release.shared, name)
      const requirement = `'${other.name}', which is live, requires '${displayText(name)}'${range ? ` as ${displayText(range)}` : ''}`
      if (provided === null) {
        if (version === null)
          findings.error(`${requirement}, but this shell does not share it: keep sharing it`)
      } else if (!satisfiesRange(provided, range))
        findings.error(
          `${requirement}, but this shell provides ${provided}: deploy a '${other.name}' for both versions first`,
        )
    }
  }
  return release.shared.map(({ name, version }) => ({ name, range: null, host: version, duplicateBytes: 0 }))
}

/** Checks that shared packages exist once, in a version that the shell and all remotes accept (F3). */
export function checkShared(context: Context, findings: Findings): Facts {
  if (!context.declaration) return checkShell(context, findings)
  if (!context.host) findings.warning('no shell is live, so the shared packages cannot be compared')
  return checkRemote(context, findings)
}

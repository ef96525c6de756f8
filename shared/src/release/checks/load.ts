import type { Context, Findings } from '../context.ts'
import type { Evaluation } from '../evaluation.ts'
import { displayText } from '../types.ts'

const MAX_STACK_CHARS = 1_500
/** Texts with which federation runtimes warn that they use a package in a version outside of the required range. */
const UNSATISFIED = /Unsatisfied version|does not satisfy the requirement/

/** Displays a stack with one frame per line. */
const stackText = (error: string): string =>
  error
    .slice(0, MAX_STACK_CHARS)
    .split('\n')
    .map((line) => displayText(line, 300))
    .filter(Boolean)
    .join('\n  ')

const EXCEPTION_FIX =
  'Every page would show an error instead of this remote. Do at import only what cannot fail; move the rest into the component or an effect'

const SENTENCES: Record<Exclude<Evaluation['phase'], 'done' | 'container'>, string> = {
  script: 'an exception while its script is evaluated',
  init: 'an exception when the container gets the shared packages (init)',
  get: `an exception when './remote' is requested (get), which the plugin has to expose: exposes: { './remote': … }`,
  module: 'an exception while the exposed module is evaluated',
  chunk: 'a chunk that a part of it loads later cannot be loaded',
  pending:
    'it never finishes loading: a promise that nothing settles, or an endless chain of timers, is awaited at import',
  timeout: 'its code runs for seconds without an end: look for an endless loop at import',
  busy: 'there was no time to evaluate it, because the machine is busy: try again',
  memory: 'its code takes more memory than a page has: look for data that grows without an end at import',
}

/** Reports where a container failed. */
function reportFailure(evaluation: Evaluation, globalName: string, findings: Findings): void {
  const { phase, error, file, missing } = evaluation
  for (const path of missing)
    findings.error(
      'it loads this file, which is not in the release: build again, and deploy the whole folder',
      path,
    )
  if (phase === 'done') return
  if (phase === 'container') {
    findings.error(
      `its script defines no '${displayText(globalName)}' with init and get: let the plugin build a container of the ` +
        `library type 'var' under this name`,
      file,
    )
    return
  }
  if (phase === 'chunk' && missing.length > 0) return
  const stack = error ? `\n  ${stackText(error)}` : ''
  if (UNSATISFIED.test(error)) {
    findings.error(
      `a shared package has a version outside of the required range: build against the shell's version:${stack}`,
      file,
    )
    return
  }
  findings.error(error ? `${SENTENCES[phase]}. ${EXCEPTION_FIX}:${stack}` : SENTENCES[phase], file)
}

/** Compares what the module exports with remote.json. */
function compareExports({ declaration }: Context, { exports }: Evaluation, findings: Findings): void {
  if (!declaration || !exports) return
  const { name, contract, hasRoot } = exports
  const shape = `export default { contract: '${declaration.contract}', name: '${declaration.name}', Root }`
  if (name !== declaration.name)
    findings.error(
      name === null
        ? `'./remote' exports no remote: write ${shape}`
        : `'./remote' exports the name '${displayText(name)}', but remote.json has '${declaration.name}': write the same in both`,
    )
  if (contract !== declaration.contract)
    findings.error(
      `'./remote' exports ${contract === null ? 'no contract' : `the contract '${displayText(contract, 20)}'`}, but remote.json ` +
        `has '${displayText(declaration.contract, 20)}': write the same in both`,
    )
  if (!hasRoot) findings.error(`'./remote' exports no component as Root: write ${shape}`)
  compareExtensions(declaration.extensions ?? [], exports.extensions, findings)
}

const EXTENSION_SHAPE = 'defineExtension({ props: schema, Component })'

/** Compares the exported extensions with those that remote.json declares. */
function compareExtensions(
  declared: readonly string[],
  exported: NonNullable<Evaluation['exports']>['extensions'],
  findings: Findings,
): void {
  for (const name of declared)
    if (!exported.some((extension) => extension.name === name))
      findings.error(
        `remote.json declares the extension '${name}', but './remote' does not export it: write ` +
          `extensions: { '${name}': ${EXTENSION_SHAPE} } in its default export, or remove it from remote.json`,
      )
  for (const { name: rawName, hasSchema, isRenderable } of exported) {
    const name = displayText(rawName)
    if (!declared.includes(rawName))
      findings.error(
        `'./remote' exports the extension '${name}', which remote.json does not declare: add it to "extensions" there`,
      )
    if (!hasSchema)
      findings.error(
        `the extension '${name}' has no schema of its props (Standard Schema, such as an object of zod): write ${EXTENSION_SHAPE}`,
      )
    if (!isRenderable)
      findings.error(
        `the extension '${name}' has neither a component nor a function mount: write ${EXTENSION_SHAPE}`,
      )
  }
}

/**
 * Checks what happened when the container was evaluated against the live shell (`sandbox`): it loads, gets its shared
 * packages in accepted versions, and exports what remote.json declares.
 */
export function checkLoad(context: Context, evaluation: Evaluation, findings: Findings): void {
  const { declaration, manifest, host } = context
  const named = manifest && typeof manifest === 'object' ? manifest.metaData.globalName : ''
  reportFailure(evaluation, declaration?.container?.global ?? named, findings)
  compareExports(context, evaluation, findings)
  for (const warning of evaluation.warnings)
    if (UNSATISFIED.test(warning))
      findings.error(
        `a shared package has a version outside of the required range and would be used nevertheless (${displayText(warning, 200)}): ` +
          `build against the shell's version, and set \`strictVersion: true\``,
      )
  if (!host || evaluation.ofShell) return
  findings.info(
    'the packages of the live shell could not be evaluated, so stand-ins of the same versions were used',
  )
}

import type { AnyNode } from 'acorn'
import { MANIFEST_FILE } from '../../contracts/releases/registry.ts'
import { describeMismatch } from '../../contracts/releases/settings.ts'
import { acceptsContract } from '../../contracts/remote-contract.ts'
import type { Context, Findings } from '../context.ts'
import {
  containerFile,
  displayText,
  globalsOf,
  hasModuleContainer,
  type Manifest,
} from '../derive-release.ts'
import { walk } from '../syntax-tree.ts'
import { checkChainedAwaits, checkModules } from './modules.ts'

/** The contract that added `shell.config`. */
const CONFIG_SINCE = '1.6'

const majorOf = (version: string): string => version.split('.')[0] ?? ''

/**
 * Checks that the live shell accepts the remote's contract, or that a new shell accepts those of all live
 * remotes.
 */
export function checkContract({ declaration, release, host, others }: Context, findings: Findings): void {
  if (!acceptsContract(release.contract, release.contract)) {
    findings.error(
      `'${displayText(release.contract, 20)}' is not a contract version: write 'major.minor' in remote.json, such as '1.0'`,
    )
    return
  }
  if (!declaration) {
    for (const { name, contract } of others)
      if (!acceptsContract(release.contract, contract))
        findings.error(
          `this shell has contract ${release.contract} and would refuse '${name}', which is live with contract ${contract}: ` +
            `first deploy a '${name}' for ${release.contract}, or keep the shell's contract within major ${majorOf(contract)}`,
        )
    return
  }
  if (!host) {
    findings.warning('no shell is live, so the contract cannot be compared')
    return
  }
  if (declaration.config && !acceptsContract(release.contract, CONFIG_SINCE))
    findings.error(
      `remote.json has \`config\`, which shells before contract ${CONFIG_SINCE} do not have: set "contract": "${CONFIG_SINCE}"`,
    )
  if (acceptsContract(host.contract, release.contract)) return
  findings.error(
    majorOf(host.contract) === majorOf(release.contract)
      ? `built against contract ${release.contract}, but the live shell has ${host.contract}: wait for the newer ` +
          `shell, or build against ${host.contract} if the remote needs nothing newer`
      : `built against contract ${release.contract}, but the live shell has ${host.contract}: it would refuse this ` +
          `remote before any download; build against ${host.contract}`,
  )
}

/** Warns of values that are set and that visitors of this release do not get. */
function checkValues({ declaration, values = [] }: Context, findings: Findings): void {
  for (const { key, value } of declaration ? values : []) {
    const property = declaration?.config?.[key]
    const accepted = property ? describeMismatch(property, value) : null
    const set = `'${key}' is set to ${displayText(JSON.stringify(value))}`
    if (!property)
      findings.warning(
        `${set}, and \`config\` of remote.json does not declare it: visitors of this release do not get it`,
      )
    else if (accepted !== null)
      findings.warning(
        `${set}, and this release accepts ${displayText(accepted)}: its visitors get the default ${displayText(JSON.stringify(property.default))} until another value is set`,
      )
  }
}

/** Names that code gives to its parts: keys of objects, exports. Minifiers keep them. */
function listNames(node: AnyNode): (string | null)[] {
  if (node.type === 'Property' || node.type === 'PropertyDefinition' || node.type === 'MethodDefinition') {
    const { key, computed } = node
    if (key.type === 'Identifier') return computed ? [] : [key.name]
    return key.type === 'Literal' ? [String(key.value)] : []
  }
  if (node.type === 'ExportSpecifier')
    return [node.exported.type === 'Identifier' ? node.exported.name : String(node.exported.value)]
  if (node.type !== 'ExportNamedDeclaration' || !node.declaration) return []
  const { declaration } = node
  if (declaration.type !== 'VariableDeclaration') return [declaration.id?.name ?? null]
  return declaration.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : null))
}

/**
 * Checks that the code of a remote has the extensions that `remote.json` names. The code is not run, so a name that is
 * found elsewhere in the code passes; the shell then reports the missing extension.
 */
function checkExtensions({ declaration, scripts }: Context, findings: Findings): void {
  const declared = declaration?.extensions ?? []
  if (declared.length === 0) return
  const found = new Set<string | null>()
  for (const { program } of scripts)
    if (typeof program !== 'string')
      walk(program, (node) => {
        for (const name of listNames(node)) found.add(name)
      })
  if (!found.has('extensions')) {
    findings.error(`remote.json names extensions, but './remote' exports no \`extensions\`: export them`)
    return
  }
  for (const name of declared)
    if (!found.has(name))
      findings.error(
        `remote.json names the extension '${name}', which the code does not have: add it to the exported \`extensions\`, or remove its name`,
      )
}

const ABSOLUTE = /^([a-z][a-z0-9+.-]*:|\/)/i
/** Library types that produce classic scripts. */
const CLASSIC = new Set(['global', 'var', 'window', 'self', 'assign'])
/** Global names of browsers, in addition to those of the language. A container must not overwrite them. */
const PAGE_GLOBALS =
  /^(window|self|document|location|history|top|parent|frames|name|status|origin|screen|opener|external|alert|open|close|stop|print|event|indexedDB|[A-Z][A-Za-z]*(Element|Event|Observer|List|API))$/
const isTaken = (name: string): boolean =>
  PAGE_GLOBALS.test(name) || name.startsWith('__') || name in globalThis

function checkShape(manifest: Manifest, context: Context, findings: Findings): void {
  const { files } = context
  const { metaData, exposes, remotes } = manifest
  const paths = exposes.map(({ path }) => path)
  if (!paths.includes('./remote'))
    findings.error(
      `nothing is exposed as './remote': add exposes: { './remote': … } to the federation plugin`,
    )
  for (const path of new Set(paths))
    if (path !== './remote')
      findings.error(`'${displayText(path)}' is exposed: a remote exposes './remote' and nothing else`)
  if (remotes.length > 0)
    findings.error('this build loads other remotes: a remote may not load any, remove them from `remotes`')
  if (metaData.getPublicPath !== undefined)
    findings.error(
      `the manifest computes its public path by code, which the page's policy forbids: use 'auto'`,
    )
  const { publicPath = 'auto' } = metaData
  if (publicPath !== 'auto' && ABSOLUTE.test(publicPath))
    findings.error(
      `the public path is '${displayText(publicPath)}': set it to 'auto', because the address of a release can change`,
    )
  const { type } = metaData.remoteEntry
  if (hasModuleContainer(manifest)) checkModules(containerFile(manifest), context, findings)
  else if (type && !CLASSIC.has(type))
    findings.error(
      `the container is a '${displayText(type)}' library: build it as 'var' or 'module', whose hash can be checked`,
    )
  const needed = [containerFile(manifest)]
  for (const { assets } of exposes) needed.push(...assets.js.sync, ...assets.css.sync)
  for (const file of needed)
    if (!files.has(file))
      findings.error(`${MANIFEST_FILE} names this file, but it is missing: build again`, file)
}

/** Checks that the global names are not used by another remote or by another release of this remote. */
function checkGlobals(context: Context, findings: Findings): void {
  const { declaration, files, others, kept, release } = context
  const { container, chunks } = globalsOf(files, declaration?.container)
  const id = `${release.name.replaceAll('-', '_')}_${release.version.replace(/^.*-/, '').replaceAll('.', '_')}`
  const other = container === null ? undefined : others.find(({ globalName }) => globalName === container)
  if (other)
    findings.error(
      `the container is called '${container}' like that of '${other.name}': call it '${id}', for example`,
    )
  if (container !== null && isTaken(container))
    findings.error(`the page has a '${container}' already: call the container '${id}', for example`)
  for (const { name, chunks: otherChunks = [] } of others) {
    const same = chunks.find((chunk) => otherChunks.includes(chunk))
    if (same)
      findings.error(
        `chunks are pushed to '${displayText(same)}' like those of '${name}', so both would run each other's code: set ` +
          `output.chunkLoadingGlobal (and uniqueName) to 'chunk_${id}', for example`,
      )
  }
  for (const { version, globals } of kept) {
    if (version === release.version) continue
    if (container !== null && globals.container === container)
      findings.error(
        `the container is called '${container}' as in ${version}, so a page that changes from one to the other would ` +
          `keep the old code: include the release in its name, as in '${id}'`,
      )
    const same = chunks.find((name) => globals.chunks.includes(name))
    if (same)
      findings.error(
        `chunks are pushed to '${displayText(same)}' as in ${version}, so a page that changes from one to the other would ` +
          `mix their code: set output.chunkLoadingGlobal (and uniqueName) to 'chunk_${id}', for example`,
      )
  }
}

/**
 * Checks the manifest or container: exposes only './remote', names existing files, and uses unique global
 * names.
 */
export function checkManifest(context: Context, findings: Findings): void {
  const { declaration, files, manifest, release } = context
  checkChainedAwaits(context, findings)
  if (!declaration) {
    if (!release.preload.some((file) => file.endsWith('.js')))
      findings.error(
        'the release lists no script that the page needs before it paints: deploy the preload list of the build',
      )
    return
  }
  if (typeof manifest === 'string') findings.error(manifest)
  else if (manifest) checkShape(manifest, context, findings)
  else if (declaration.container && !files.has(declaration.container.file))
    findings.error(
      'remote.json names this file as the container, but it is missing',
      declaration.container.file,
    )
  checkGlobals(context, findings)
  checkExtensions(context, findings)
  checkValues(context, findings)
}

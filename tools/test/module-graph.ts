import { dirname, posix } from 'node:path'
import { type ParseResult, parseSync } from 'vite'

/**
 * The imports between the source files of this repository. An import through a barrel (a module that exports
 * names of other modules) leads to the modules that declare the imported names, not to the barrel.
 */

export interface ImportedFile {
  /** Path from the root of the repository. */
  readonly file: string
  /** Whether only types are imported; such an import does not exist at run time. */
  readonly isType: boolean
}

export type ModuleGraph = ReadonlyMap<string, readonly ImportedFile[]>

/** A name of another module; null stands for the whole module. */
interface ForeignName {
  readonly file: string
  readonly name: string | null
}

interface Module {
  readonly imports: readonly (ForeignName & { readonly isType: boolean })[]
  /** By exported name: the name of another module, or null if this module declares it. */
  readonly exports: ReadonlyMap<string, ForeignName | null>
  /** The modules of `export * from`. */
  readonly stars: readonly string[]
}

/** Returns the file that a specifier names; null for packages outside of the repository. */
type Resolve = (from: string, specifier: string) => string | null

const DEFAULT_EXPORT = 'default'

function readImports(
  file: string,
  text: string,
  { staticImports, dynamicImports }: ParseResult['module'],
  resolve: Resolve,
): Module['imports'] {
  const fromStatic = staticImports.flatMap(({ moduleRequest, entries }) => {
    const imported = resolve(file, moduleRequest.value)
    if (imported === null) return []
    if (entries.length === 0) return [{ file: imported, name: null, isType: false }]
    return entries.map(({ importName: { kind, name }, isType }) => ({
      file: imported,
      name: kind === 'Default' ? DEFAULT_EXPORT : name,
      isType,
    }))
  })
  const fromDynamic = dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    // A computed specifier names no file of the repository.
    const specifier = /^(['"])(.*)\1$/.exec(text.slice(start, end))?.[2]
    const imported = specifier === undefined ? null : resolve(file, specifier)
    return imported === null ? [] : [{ file: imported, name: null, isType: false }]
  })
  return [...fromStatic, ...fromDynamic]
}

function readExports(
  file: string,
  { staticExports }: ParseResult['module'],
  resolve: Resolve,
): Omit<Module, 'imports'> {
  const exports = new Map<string, ForeignName | null>()
  const stars: string[] = []
  for (const { entries } of staticExports)
    for (const { moduleRequest, importName, exportName } of entries) {
      const from = moduleRequest && resolve(file, moduleRequest.value)
      if (importName.kind === 'AllButDefault') {
        if (from) stars.push(from)
      } else {
        exports.set(exportName.name ?? DEFAULT_EXPORT, from ? { file: from, name: importName.name } : null)
      }
    }
  return { exports, stars }
}

/**
 * Reads the imports of the files.
 * @param sources text by path from the root of the repository
 * @param entries path by entry of a workspace package, such as `@propsight/shared/client`
 */
export function createModuleGraph(
  sources: ReadonlyMap<string, string>,
  entries: ReadonlyMap<string, string> = new Map(),
): ModuleGraph {
  const resolve: Resolve = (from, specifier) => {
    const file = specifier.startsWith('.') ? posix.join(dirname(from), specifier) : entries.get(specifier)
    return file !== undefined && sources.has(file) ? file : null
  }
  const modules = new Map<string, Module>()
  for (const [file, text] of sources) {
    const { module } = parseSync(file, text)
    modules.set(file, {
      imports: readImports(file, text, module, resolve),
      ...readExports(file, module, resolve),
    })
  }

  /** The file that declares a name which a module exports; null if the module does not export it. */
  const findDeclaration = (file: string, name: string): string | null => {
    const { exports, stars } = modules.get(file) as Module
    const exported = exports.get(name)
    if (exported === null) return file
    if (exported) return declarationOf(exported)
    for (const star of stars) {
      const found = findDeclaration(star, name)
      if (found !== null) return found
    }
    return null
  }
  // A name that no module of the repository declares is exported from another package.
  const declarationOf = ({ file, name }: ForeignName): string =>
    name === null ? file : (findDeclaration(file, name) ?? file)

  /** A module and the modules whose names it exports. */
  const wholeModule = (file: string): string[] => {
    const { exports, stars } = modules.get(file) as Module
    const foreign = [...exports.values()].filter((each) => each !== null)
    return [file, ...foreign.map(declarationOf), ...stars.flatMap(wholeModule)]
  }
  const importedFiles = ({ isType, ...imported }: Module['imports'][number]): ImportedFile[] => {
    const files = imported.name === null ? wholeModule(imported.file) : [declarationOf(imported)]
    return files.map((file) => ({ file, isType }))
  }
  return new Map([...modules].map(([file, { imports }]) => [file, imports.flatMap(importedFiles)]))
}

/**
 * Finds the files that are reached from some files through imports, including these files.
 * @param follows decides which imports are followed; all by default
 * @throws Error if one of the files is not in the graph
 */
export function reachedFiles(
  graph: ModuleGraph,
  from: readonly string[],
  follows: (imported: ImportedFile) => boolean = () => true,
): ReadonlySet<string> {
  const reached = new Set(from)
  for (const file of reached) {
    const imports = graph.get(file)
    if (!imports) throw new Error(`${file} is not a source file`)
    for (const imported of imports) if (follows(imported)) reached.add(imported.file)
  }
  return reached
}

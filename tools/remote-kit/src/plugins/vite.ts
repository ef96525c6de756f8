import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, Rollup } from 'vite'
import { type Project, readProject, sharedNames, sharedPackages } from './project.ts'

const CONTAINER = 'container.js'
const ENTRY = '\0propsight:container'
const SCOPE = '\0propsight:scope'
const SHARED = '\0propsight:shared:'
const EMPTY = '\0propsight:empty'

/** The build settings that a remote needs with Vite: relative addresses, no inlined files, class names of its own. */
const commonConfig = ({ declaration, id }: Project) => ({
  base: './',
  build: {
    target: 'es2022',
    assetsDir: '',
    assetsInlineLimit: 0,
    // Only the server reads them, for the places of errors.
    sourcemap: 'hidden' as const,
    copyPublicDir: false,
    // Not needed by the supported browsers.
    modulePreload: { polyfill: false },
  },
  css: { modules: { generateScopedName: `${declaration.name}-${id.slice(-8)}__[local]-[hash:hex:6]` } },
})

/** Omits messages on directives of packages for server rendering, which have no meaning in a page. */
const withoutDirectives = (
  level: Rollup.LogLevel,
  log: Rollup.RollupLog,
  next: Rollup.LogOrStringHandler,
): void => {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') next(level, log)
}

/** The container: it stores the share scope, and loads the shared packages before the first module that uses them. */
const entryCode = (remote: string): string => `
import { loadShared } from ${JSON.stringify(SCOPE)}
export { init } from ${JSON.stringify(SCOPE)}
export async function get(path) {
  if (path !== './remote') throw new Error(path + ' is not exposed')
  await loadShared()
  const module = await import(${JSON.stringify(remote)})
  return () => module
}`

const scopeCode = (names: readonly string[]): string => `
const modules = {}
let scope = {}
export const init = (shareScope) => { scope = shareScope }
export const loadShared = () => Promise.all(${JSON.stringify(names)}.map(async (name) => {
  const versions = Object.values(scope[name] ?? {})
  const chosen = versions.find(({ loaded }) => loaded) ?? versions[0]
  if (chosen) modules[name] = (await chosen.get())()
}))
export function shared(name) {
  const module = modules[name]
  if (!module) throw new Error('the shell does not share ' + name)
  return module
}`

/** Names that a package exports, from the copy that is installed in the project. */
async function exportedNames(root: string, name: string): Promise<string[]> {
  const path = createRequire(join(root, 'package.json')).resolve(name)
  const module: { default?: object } = await import(pathToFileURL(path).href)
  const names = new Set([...Object.keys(module), ...Object.keys(module.default ?? {})])
  return [...names].filter((each) => each !== 'default' && /^[A-Za-z_$][\w$]*$/.test(each))
}

async function sharedCode(root: string, name: string): Promise<string> {
  const names = await exportedNames(root, name)
  return [
    `import { shared } from ${JSON.stringify(SCOPE)}`,
    `const module = shared(${JSON.stringify(name)})`,
    'export default module.default ?? module',
    ...names.map((each) => `export const ${each} = module[${JSON.stringify(each)}]`),
  ].join('\n')
}

const assets = (js: readonly string[] = [], css: readonly string[] = []) => ({
  js: { sync: js, async: [] },
  css: { sync: css, async: [] },
})

/** The module federation manifest of a build. */
function buildManifest(
  { root, id, remote }: Project,
  bundle: Rollup.OutputBundle,
  used: ReadonlySet<string>,
): object {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const exposed = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(remote.slice(1)))
  const js = exposed ? [exposed.fileName, ...exposed.imports.filter((file) => file !== CONTAINER)] : []
  const css = chunks
    .filter(({ fileName }) => js.includes(fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const packages = sharedPackages({ root })
  return {
    id,
    name: id,
    metaData: {
      name: id,
      type: 'app',
      globalName: id,
      publicPath: 'auto',
      remoteEntry: { name: CONTAINER, path: '', type: 'module' },
    },
    shared: [...used].sort().map((name) => ({
      id: `${id}:${name}`,
      name,
      version: packages[name]?.version,
      requiredVersion: packages[name]?.requiredVersion,
      singleton: true,
      assets: assets(),
    })),
    remotes: [],
    exposes: [{ id: `${id}:remote`, name: 'remote', path: './remote', assets: assets(js, css) }],
  }
}

/**
 * Vite plugin: builds the project as a container of ES modules, with its manifest, that takes React and the other
 * packages of the shell from the share scope. It does nothing in Vite's dev server.
 */
export function propsight(): Plugin {
  const project = readProject()
  const names = sharedNames()
  const used = new Set<string>()
  return {
    name: 'propsight-remote',
    enforce: 'pre',
    apply: 'build',
    config: () => {
      const common = commonConfig(project)
      return {
        ...common,
        build: {
          ...common.build,
          rolldownOptions: {
            input: { container: ENTRY },
            preserveEntrySignatures: 'strict' as const,
            onLog: withoutDirectives,
            output: {
              entryFileNames: CONTAINER,
              chunkFileNames: '[name]-[hash].js',
              assetFileNames: '[name]-[hash][extname]',
            },
          },
        },
      }
    },
    buildStart() {
      used.clear()
      // Stops the build before it compiles anything if an installed package does not fit the shell.
      sharedPackages(project)
    },
    resolveId(source) {
      if (source === ENTRY || source === SCOPE) return source
      if (!names.includes(source)) return null
      used.add(source)
      return SHARED + source
    },
    load(id) {
      if (id === ENTRY) return entryCode(join(project.root, project.remote))
      if (id === SCOPE) return scopeCode(names)
      return id.startsWith(SHARED) ? sharedCode(project.root, id.slice(SHARED.length)) : null
    },
    generateBundle(_, bundle) {
      const emit = (fileName: string, content: object) =>
        this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(content, null, 2)}\n` })
      emit('mf-manifest.json', buildManifest(project, bundle, used))
      emit('remote.json', project.declaration)
    },
  }
}

/** Options of `federation()` of `@module-federation/vite`. */
export function federationOptions() {
  const project = readProject()
  const { id, remote } = project
  return {
    name: id,
    filename: CONTAINER,
    exposes: { './remote': remote },
    shared: sharedPackages(project),
    shareStrategy: 'loaded-first' as const,
    manifest: true,
    dts: false,
  }
}

/**
 * Imports packages as a whole. The plugin otherwise provides the names that it found in the modules parsed so far,
 * and a build fails at random for the names of later ones.
 */
const wholePackages = (names: readonly string[]): string =>
  [
    ...names.map((name, index) => `import * as package${index} from ${JSON.stringify(name)}`),
    `export default [${names.map((_, index) => `package${index}`).join(', ')}]`,
  ].join('\n')

/** The rest of the build of a project that uses `@module-federation/vite`. */
export function federationBuild(): Plugin {
  const project = readProject()
  return {
    name: 'propsight-federation-build',
    config: () => {
      const common = commonConfig(project)
      // The federation plugin adds its own entries; without another one Vite builds index.html. It names its modules
      // in more characters than a file of a release may have.
      const rolldownOptions = {
        input: { empty: EMPTY },
        output: { chunkFileNames: 'chunk-[hash].js' },
        onLog: withoutDirectives,
      }
      return { ...common, build: { ...common.build, rolldownOptions } }
    },
    // The plugin imports it again with a query of its own.
    resolveId: (source) => (source.startsWith(EMPTY) ? source : null),
    load: (id) => (id.startsWith(EMPTY) ? wholePackages(Object.keys(sharedPackages(project))) : null),
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'remote.json',
        source: `${JSON.stringify(project.declaration, null, 2)}\n`,
      })
    },
  }
}

import { join } from 'node:path'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { CONTRACT_VERSION, SLOTS } from '@propsight/shared/contracts'
import { HOST_FILE, type HostFile } from '@propsight/shared/release'
import { defineConfig, type Rspack, rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { buildVersion, FIRST_PAINT_FILE } from './apps.ts'
import { commonConfig, isDevelopment, releaseId } from './common-config.ts'
import { devDataBlocks, devServerSettings, readDevPage } from './dev-page.ts'
import { pureConstantsPlugin } from './pure-constants.ts'
import { sharedDeps, sharedVersions } from './shared-deps.ts'
import { ESM_RUNTIME_ALIASES, esmRuntimePlugin, unusedPartsPlugin } from './unused-parts.ts'

/**
 * Writes the list of files that the page needs before its first paint. They are preloaded, and count in a
 * budget.
 */
export class FirstPaintPlugin {
  readonly name = 'FirstPaintPlugin'

  apply(compiler: Rspack.Compiler): void {
    const { RawSource } = compiler.rspack.sources
    compiler.hooks.thisCompilation.tap(this.name, (compilation) => {
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: this.name, stage }, () => {
        const files = compilation.entrypoints.get('index')?.getFiles() ?? []
        const needed = files.filter((file) => /\.(js|css)$/.test(file))
        compilation.emitAsset(FIRST_PAINT_FILE, new RawSource(JSON.stringify(needed)))
      })
    })
  }
}

/** Writes the shell's contract version and shared packages to a file. The checks of a release read it. */
export class HostFilePlugin {
  readonly name = 'HostFilePlugin'
  readonly #folder: string

  /** @param folder the shell's folder */
  constructor(folder: string) {
    this.#folder = folder
  }

  apply(compiler: Rspack.Compiler): void {
    const { RawSource } = compiler.rspack.sources
    const versions = Object.entries(sharedVersions(this.#folder))
    const host: HostFile = {
      contract: CONTRACT_VERSION,
      shared: versions.map(([name, version]) => ({ name, version, range: null, singleton: true })),
      slots: SLOTS,
    }
    compiler.hooks.thisCompilation.tap(this.name, (compilation) => {
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: this.name, stage }, () =>
        compilation.emitAsset(HOST_FILE, new RawSource(`${JSON.stringify(host, null, 2)}\n`)),
      )
    })
  }
}

/**
 * Fast refresh finds the page's React renderers through this hook. The host's React loads before the remotes'
 * refresh runtimes, so without the hook an edit of a remote would not be rendered. Development only: a built
 * page has no inline script.
 */
const REFRESH_HOOK = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(), supportsFiber: true,
  inject(renderer) { const id = this.renderers.size + 1; this.renderers.set(id, renderer); return id },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {}, checkDCE() {},
}`

/**
 * Restores the scroll position after a reload. The client of the dev server reloads the page for an edit that fast
 * refresh cannot apply, and the content appears after the time at which a browser restores the position itself.
 */
const KEEP_SCROLL = `{
  addEventListener('beforeunload', () => history.replaceState({ ...history.state, scroll: scrollY }, ''))
  const { scroll = 0 } = history.state ?? {}
  if (scroll > 0 && performance.getEntriesByType('navigation')[0]?.type === 'reload') {
    const follow = new ResizeObserver(() => {
      scrollTo(0, scroll)
      if (scrollY > scroll - 1) follow.disconnect()
    })
    follow.observe(document.documentElement)
    for (const event of ['wheel', 'keydown', 'pointerdown'])
      addEventListener(event, () => follow.disconnect(), { once: true })
  }
}`

/** Unused packages of supabase-js that are replaced by stubs; together a quarter of its size. */
const SLIM = ['realtime-js', 'storage-js', 'functions-js']
const slimParts = (folder: string): Record<string, string> =>
  Object.fromEntries(SLIM.map((part) => [`@supabase/${part}`, join(folder, `src/loader/slim/${part}.ts`)]))

/** Replaces another unused part, which is a file instead of a package. */
const slimAdmin = (folder: string) =>
  new rspack.NormalModuleReplacementPlugin(
    /^\.\/GoTrueAdminApi$/,
    join(folder, 'src/loader/slim/auth-admin.ts'),
  )

/**
 * The complete Rsbuild configuration of the shell. It names no remotes: they come from the registry at run
 * time (F1).
 * @param folder the shell's folder, `import.meta.dirname` of its rsbuild.config.ts
 */
export function defineShellConfig(folder: string) {
  const version = buildVersion(folder, isDevelopment() ? 'development' : 'production')
  const id = releaseId('shell', version).replaceAll('-', '_')
  const common = commonConfig('shell', version)
  const page = isDevelopment() ? readDevPage(process.env) : null
  const script = { tag: 'script', head: true, append: false }
  const scripts = [REFRESH_HOOK, KEEP_SCROLL].map((children) => ({ ...script, children }))
  return defineConfig({
    ...common,
    server: { ...common.server, ...(page && devServerSettings(page)) },
    // Absolute, because the page is served on any path.
    dev: { ...common.dev, assetPrefix: '/' },
    source: { ...common.source, entry: { index: './src/index.ts' } },
    html: {
      template: join(folder, 'src/index.html'),
      favicon: join(folder, 'src/favicon.svg'),
      inject: 'head',
      scriptLoading: 'defer',
      meta: { charset: false, viewport: false },
      tags: isDevelopment() ? [...scripts, ...(page ? devDataBlocks(page) : [])] : [],
    },
    // Modules of three or more chunks that load on demand are a chunk, instead of a copy in each of them.
    splitChunks: {
      preset: 'none',
      chunks: 'async',
      minSize: 0,
      cacheGroups: {
        default: false,
        defaultVendors: false,
        common: { type: /javascript/, minChunks: 3, name: 'common' },
      },
    },
    // The page's preloads have integrity hashes; the requests must have the same ones, or files load twice.
    security: { sri: { enable: isDevelopment() ? false : 'auto', algorithm: 'sha384' } },
    resolve: { alias: { ...slimParts(folder), ...ESM_RUNTIME_ALIASES } },
    plugins: [
      pluginReact(),
      pureConstantsPlugin(),
      pluginModuleFederation({
        name: 'shell',
        remotes: {},
        shared: sharedDeps(folder, 'host'),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
      }),
    ],
    tools: {
      ...common.tools,
      rspack: {
        ...common.tools.rspack,
        output: { uniqueName: id, chunkLoadingGlobal: `chunk_${id}`, crossOriginLoading: 'anonymous' },
        plugins: [
          esmRuntimePlugin(),
          unusedPartsPlugin(),
          slimAdmin(folder),
          new FirstPaintPlugin(),
          new HostFilePlugin(folder),
        ],
      },
    },
  })
}

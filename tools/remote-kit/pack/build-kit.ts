import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, type InlineConfig, type Plugin } from 'vite'
import { ROOT } from '../../federation/apps.ts'
import { sharedVersions } from '../../federation/shared-deps.ts'
import { KIT_TARBALL } from '../../start/start-settings.ts'
import { BUNDLERS } from '../src/commands/new.ts'

/** Builds the kit, and packs it as one tarball that npm installs without this repository. */

const KIT = resolve(import.meta.dirname, '..')
const STAMP = join(KIT, 'dist', 'inputs')
const SHARED = join(ROOT, 'shared/src')

const run = promisify(execFile)

/** Folders and files that determine the kit. */
const INPUTS = [
  'shared/src',
  'tools/remote',
  'tools/remote-kit',
  'tools/harness/src',
  'docs/examples',
  'pnpm-lock.yaml',
]

function hashOfInputs(): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (['node_modules', 'dist', 'testing'].includes(name) || /\.test\.tsx?$/.test(name)) return
    const folder = join(ROOT, path)
    if (path.includes('.')) hash.update(`${path}\0`).update(readFileSync(folder))
    else for (const entry of readdirSync(folder).sort()) visit(`${path}/${entry}`)
  }
  for (const path of INPUTS) visit(path)
  return hash.digest('hex')
}

/** Packages that the kit imports at run time, with their versions in this repository. */
const computeVersion = (name: string): string =>
  JSON.parse(
    readFileSync(
      join(
        dirname(createRequire(join(ROOT, 'shared/package.json')).resolve(`${name}/package.json`)),
        'package.json',
      ),
      'utf8',
    ),
  ).version

const buildManifest = () => {
  const entry = (name: string, types = name) => ({
    types: `./types/tools/remote-kit/src/${types}.d.ts`,
    default: `./lib/${name}.js`,
  })
  return {
    name: '@propsight/remote-kit',
    version: JSON.parse(readFileSync(join(KIT, 'package.json'), 'utf8')).version,
    description: 'Builds, runs, tests and releases a remote of Propsight.',
    license: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).license,
    type: 'module',
    engines: { node: '>=20.19' },
    bin: { propsight: './cli/cli.js' },
    sideEffects: ['**/*.css'],
    exports: {
      '.': entry('index'),
      './ui': entry('ui'),
      './harness': entry('harness'),
      './alone': entry('alone'),
      './base.css': './base.css',
      './vite': { types: './types/tools/remote-kit/src/plugins/vite.d.ts', default: './cli/vite.js' },
      './rsbuild': {
        types: './types/tools/remote-kit/src/plugins/rsbuild.d.ts',
        default: './cli/rsbuild.js',
      },
      './webpack': {
        types: './types/tools/remote-kit/src/plugins/webpack.d.ts',
        default: './cli/webpack.js',
      },
    },
    dependencies: {
      '@base-ui/react': computeVersion('@base-ui/react'),
      '@supabase/supabase-js': computeVersion('@supabase/supabase-js'),
      '@tanstack/react-query': computeVersion('@tanstack/react-query'),
      'react-router-dom': computeVersion('react-router-dom'),
      zod: computeVersion('zod'),
    },
    peerDependencies: {
      react: `^${computeVersion('react')}`,
      'react-dom': `^${computeVersion('react-dom')}`,
    },
  }
}

const common = (out: string): InlineConfig => ({
  configFile: false,
  root: KIT,
  logLevel: 'warn',
  publicDir: false,
  build: { outDir: out, emptyOutDir: false, minify: false, target: 'es2023', copyPublicDir: false },
  define: { SHARED_VERSIONS: JSON.stringify(sharedVersions(join(ROOT, 'shell'))) },
})

const isPackage = (id: string): boolean => /^[@a-z]/.test(id) && !id.startsWith('@propsight/')

/** The command and the build plugins: modules for Node that contain their packages. */
const nodeConfig = (out: string): InlineConfig => {
  const { build: options, ...rest } = common(join(out, 'cli'))
  return {
    ...rest,
    ssr: { noExternal: true, external: ['vite'] },
    // The main module reads JSON files of the package at run time.
    resolve: { alias: { 'css-tree': 'css-tree/dist/csstree.esm' } },
    build: {
      ...options,
      ssr: true,
      rolldownOptions: {
        // A dependency uses it.
        checks: { eval: false },
        input: {
          cli: join(KIT, 'src/cli.ts'),
          vite: join(KIT, 'src/plugins/vite.ts'),
          rsbuild: join(KIT, 'src/plugins/rsbuild.ts'),
          webpack: join(KIT, 'src/plugins/webpack.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  }
}

/** Leaves CSS Modules to the build of a remote, which gives the classes its own names; copies the files. */
const styleSheets = (out: string): Plugin => ({
  name: 'style-sheets',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === '@propsight/shared/ui/base.css')
      return { id: '@propsight/remote-kit/base.css', external: true }
    if (!source.endsWith('.css') || !importer) return null
    const file = join(dirname(importer), source)
    const target = join(out, 'lib', relative(SHARED, file))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(file, target)
    return { id: source, external: true }
  },
})

/** Contract, components and scripted shell: one module per source, so that a remote bundles what it uses. */
const libraryConfig = (out: string): InlineConfig => {
  const { build: options, ...rest } = common(join(out, 'lib'))
  return {
    ...rest,
    plugins: [styleSheets(out)],
    build: {
      ...options,
      lib: {
        entry: Object.fromEntries(
          ['index', 'ui', 'harness', 'alone'].map((name) => [
            name,
            join(KIT, 'src', name === 'alone' ? 'alone.tsx' : `${name}.ts`),
          ]),
        ),
        formats: ['es'],
      },
      rolldownOptions: {
        external: isPackage,
        output: {
          preserveModules: true,
          preserveModulesRoot: SHARED,
          entryFileNames: '[name].js',
        },
      },
    },
  }
}

const stylesConfig = (out: string): InlineConfig => {
  const { build: options, ...rest } = common(out)
  return {
    ...rest,
    base: './',
    build: {
      ...options,
      assetsDir: '',
      cssMinify: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { base: join(SHARED, 'ui/styles/base.css') },
        output: { assetFileNames: '[name][extname]' },
      },
    },
  }
}

/** Writes the types, with imports of this repository's packages as relative paths. */
async function writeTypes(out: string): Promise<void> {
  const types = join(out, 'types')
  const targets: Record<string, string> = { '@propsight/harness': 'tools/harness/src/index.ts' }
  for (const [name, file] of Object.entries<string>(
    JSON.parse(readFileSync(join(ROOT, 'shared/package.json'), 'utf8')).exports,
  ))
    targets[`@propsight/shared${name.slice(1)}`] = join('shared', file)
  const config = join(out, 'tsconfig.json')
  const entries = [
    'index.ts',
    'ui.ts',
    'harness.ts',
    'alone.tsx',
    ...['vite', 'rsbuild', 'webpack'].map((name) => `plugins/${name}.ts`),
  ]
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: ROOT,
        outDir: types,
        // Resolved as packages, the files would count as those of a library and get no types.
        paths: Object.fromEntries(Object.entries(targets).map(([name, file]) => [name, [join(ROOT, file)]])),
      },
      include: [join(ROOT, 'types')],
      files: entries.map((entry) => join(KIT, 'src', entry)),
    }),
  )
  const tsc = join(
    dirname(createRequire(join(ROOT, 'package.json')).resolve('typescript/package.json')),
    'bin/tsc',
  )
  await run(process.execPath, [tsc, '-p', config], { cwd: ROOT })
  rmSync(config)
  for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8').replaceAll(
      /(["'])(@propsight\/[\w./-]+)\1/g,
      (all, quote, name) => {
        const target = targets[name]
        if (!target) return all
        const path = relative(dirname(file), join(types, target))
        return `${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
      },
    )
    writeFileSync(file, text)
  }
}

/**
 * Builds and packs the kit if its inputs changed.
 * @returns the path of the tarball
 */
export async function buildKit(log: (text: string) => void): Promise<string> {
  const inputs = hashOfInputs()
  if (existsSync(KIT_TARBALL) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs)
    return KIT_TARBALL
  const begun = performance.now()
  const out = join(KIT, 'node_modules', `.build-${process.pid}`)
  try {
    mkdirSync(out, { recursive: true })
    await Promise.all([
      build(nodeConfig(out)),
      build(libraryConfig(out)),
      build(stylesConfig(out)),
      writeTypes(out),
    ])
    for (const bundler of BUNDLERS)
      cpSync(join(ROOT, 'docs/examples', bundler), join(out, 'templates', bundler), {
        recursive: true,
        filter: (path) => !/\/(node_modules|dist|package-lock\.json)$/.test(path),
      })
    writeFileSync(join(out, 'package.json'), `${JSON.stringify(buildManifest(), null, 2)}\n`)
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], { cwd: out })
    const [{ filename }] = JSON.parse(stdout)
    mkdirSync(dirname(KIT_TARBALL), { recursive: true })
    renameSync(join(out, filename), KIT_TARBALL)
    writeFileSync(STAMP, inputs)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
  log(`remote kit packed in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  return KIT_TARBALL
}

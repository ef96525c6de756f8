import {
  findEntryForPath,
  type Registry,
  type RegistryEntry,
  type Release,
  registrySchema,
  type Theme,
} from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { fakeDeps } from '../../testing/fake-deps.ts'
import { analysisRelease, HASH, pitchersRelease, shellRelease } from '../../testing/releases.ts'
import { testEnv } from '../../testing/test-env.ts'
import { buildPageConfig, buildPageFrame, renderPage } from './render-page.ts'
import { renderStaticPage } from './static-page.ts'

const hashOf = (file: string) => shellRelease.integrity[file]

const entry = (release: Release): RegistryEntry => ({
  ...release,
  placement: release.placement ?? { mount: 'overlay', title: 'none' },
  base: `/bundles/${release.name}/${release.version}/`,
  manifest: { text: '</script><script>alert(1)</script>', money: '$& $1' },
})
const registry: Registry = {
  schema: 1,
  generatedAt: '2026-07-15T16:00:00.000Z',
  remotes: [entry(analysisRelease), entry(pitchersRelease)],
}
const html = `<!doctype html><html lang="en" data-theme="system"><head><title>Propsight</title>
<link rel="icon" href="/favicon.svg">
<link href="static/css/app.css" rel="stylesheet">
<script defer src="./static/js/index.js"></script></head><body><a href="/x">x</a><div id="root"></div></body></html>`

const base = '/bundles/shell/0.1.0-5e11/'
const render = (path: string, theme: Theme = 'system') =>
  renderPage(
    buildPageFrame({ html, shell: shellRelease, base, first: findEntryForPath(registry, path) }),
    buildPageConfig(fakeDeps()),
    JSON.stringify(registry),
    theme,
  )

describe('F1 renderPage', () => {
  it('points the files of the shell to its release, with integrity', () => {
    const out = render('/')
    expect(out).toContain(
      `<script defer src="${base}static/js/index.js" integrity="${hashOf('static/js/index.js')}" crossorigin="anonymous">`,
    )
    expect(out).toContain(
      `<link rel="stylesheet" href="${base}static/css/app.css" integrity="${hashOf('static/css/app.css')}"`,
    )
    expect(out).toContain(`<link rel="icon" href="${base}favicon.svg">`)
    expect(out).toContain('<a href="/x">')
  })

  it('inlines configuration and registry as escaped data', () => {
    const out = render('/')
    const block = /<script type="application\/json" id="propsight-registry">(.*?)<\/script>/s.exec(out)?.[1]
    expect(registrySchema.parse(JSON.parse(block ?? '')).remotes[0]?.manifest).toEqual(
      registry.remotes[0]?.manifest,
    )
    expect(out).not.toContain('<script>alert')
  })

  it('preloads the shell and the remote of the path, with the same integrity attributes', () => {
    const preload = (release: string, file: string, hash: string | undefined = HASH) =>
      `<link rel="preload" as="script" href="/bundles/${release}/${file}" integrity="${hash}" crossorigin="anonymous">`
    const shellFile = 'static/js/app.js'
    expect(render('/')).toContain(preload('shell/0.1.0-5e11', shellFile, hashOf(shellFile)))
    expect(render('/')).toContain(preload('analysis/0.1.0-a1', 'static/js/remote.js'))
    expect(render('/')).not.toContain('as="script" href="/bundles/pitchers')
    expect(render('/pitchers')).toContain(preload('pitchers/0.1.0-b2', 'static/js/remote.js'))
  })

  it('preloads the scripts of a remote of ES modules as modules', () => {
    const remoteEntry = { name: 'remote.js', path: '', type: 'module' }
    const manifest = { metaData: { globalName: 'analysis_a1', remoteEntry }, exposes: [] }
    const first = { ...entry(analysisRelease), manifest }
    const { before } = buildPageFrame({ html, shell: shellRelease, base, first })
    expect(before).toContain(
      `<link rel="modulepreload" href="/bundles/analysis/0.1.0-a1/static/js/remote.js" integrity="${HASH}" crossorigin="anonymous">`,
    )
    expect(before).not.toContain('as="script" href="/bundles/analysis')
  })

  it('links the manifest and the icon of the installed app, which belong to no release', () => {
    expect(render('/')).toContain('<link rel="manifest" href="/manifest.webmanifest">')
    expect(render('/')).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">')
  })

  it('has the theme that the visitor chose', () => {
    expect(render('/')).toContain('<html lang="en" data-theme="system">')
    expect(render('/', 'light')).toContain('<html lang="en" data-theme="light">')
  })

  it('preloads no remote for a screen of the shell itself', () => {
    for (const path of ['/scanner', '/Pricing/']) {
      expect(render(path)).toContain('href="/bundles/shell/')
      expect(render(path)).not.toMatch(/<link rel="preload"[^>]*bundles\/(analysis|pitchers)/)
    }
  })
})

describe('F4 the static page', () => {
  it('starts the shell with its own policy and without visitor data', () => {
    const out = renderStaticPage(fakeDeps(), shellRelease, html)
    expect(out).toMatch(
      /<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self';[^"]*">/,
    )
    expect(out).not.toMatch(/unsafe|frame-ancestors|propsight-registry|manifest.webmanifest/)
    expect(out).toContain(`src="${base}static/js/index.js" integrity="${hashOf('static/js/index.js')}"`)
    expect(out).toContain('"apiUrl":""')
    expect(out).toContain('"serviceWorker":false')
  })

  it('names the API when another origin serves the page', () => {
    const env = testEnv({ PUBLIC_URL: 'https://app.example', BUNDLE_ORIGIN: 'https://cdn.example' })
    const out = renderStaticPage(fakeDeps({ env }), shellRelease, html)
    expect(out).toContain('"apiUrl":"https://app.example"')
    expect(out).toMatch(/connect-src 'self' http:\/\/127.0.0.1:9 https:\/\/cdn.example https:\/\/app.example/)
  })
})

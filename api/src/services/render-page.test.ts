import { type Registry, type RegistryEntry, type Release, registrySchema } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { fakeDeps } from '../testing/fake-deps.ts'
import { analysisRelease, HASH, pitchersRelease, shellRelease } from '../testing/releases.ts'
import { pageConfigOf } from './page-config.ts'
import { entryForPath, renderPage } from './render-page.ts'

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
const html = `<!doctype html><html lang="en"><head><title>Propsight</title>
<link rel="icon" href="/favicon.svg">
<link href="static/css/app.css" rel="stylesheet">
<script defer src="./static/js/index.js"></script></head><body><a href="/x">x</a><div id="root"></div></body></html>`

const render = (path: string, base = '/bundles/shell/0.1.0-5e11/') =>
  renderPage({ html, shell: shellRelease, base, registry, config: pageConfigOf(fakeDeps()), path })

describe('renderPage (F1)', () => {
  it("points the shell's files at its release, with integrity", () => {
    const out = render('/')
    const base = '/bundles/shell/0.1.0-5e11/'
    expect(out).toContain(
      `<script defer src="${base}static/js/index.js" integrity="${HASH}" crossorigin="anonymous">`,
    )
    expect(out).toContain(`<link rel="stylesheet" href="${base}static/css/app.css" integrity="${HASH}"`)
    expect(out).toContain(`<link rel="icon" href="${base}favicon.svg">`)
    expect(out).toContain('<a href="/x">')
  })

  it('inlines configuration and registry as data that nothing can break out of', () => {
    const out = render('/')
    const block = /<script type="application\/json" id="propsight-registry">(.*?)<\/script>/s.exec(out)?.[1]
    expect(registrySchema.parse(JSON.parse(block ?? '')).remotes[0]?.manifest).toEqual(
      registry.remotes[0]?.manifest,
    )
    expect(out).not.toContain('<script>alert')
  })

  it('preloads the shell and the remote that the path opens, with the integrity of the use', () => {
    const preload = (base: string, file: string) =>
      `<link rel="preload" as="script" href="/bundles/${base}/${file}" integrity="${HASH}" crossorigin="anonymous">`
    expect(render('/')).toContain(preload('shell/0.1.0-5e11', 'static/js/app.js'))
    expect(render('/')).toContain(preload('analysis/0.1.0-a1', 'static/js/remote.js'))
    expect(render('/')).not.toContain('as="script" href="/bundles/pitchers')
    expect(render('/pitchers')).toContain(preload('pitchers/0.1.0-b2', 'static/js/remote.js'))
  })

  it.each([
    ['/', 'analysis'],
    ['/Pitchers/', 'pitchers'],
    ['/pitchers-tomorrow', 'pitchers'],
    ['/anything/else', 'analysis'],
  ])('opens %s with %s (S1)', (path, name) => {
    expect(entryForPath(registry, path)?.name).toBe(name)
  })
})

// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { findingsOf, remoteFiles, shellFiles } from '../testing/release-fixture.ts'

const found = (more: Record<string, string>) => findingsOf('files', { files: remoteFiles(more) })

describe('F2 files of a release', () => {
  it.each(['a.js', 'static/font/a.woff2', 'static/image/a-b_c~1.2.svg'])('may be named %s', async (path) => {
    expect(await found({ [path]: '' })).toEqual([])
  })
  it.each([
    ['.env', /not plain/],
    ['static/.hidden/a.js', /not plain/],
    ['static//a.js', /not plain/],
    ['a b.svg', /not plain/],
    ['a\\b.svg', /not plain/],
    ['./a.svg', /not plain/],
    ['a.php', /not served/],
    ['a', /not served/],
    ['page.html', /no pages/],
    ['release.json', /reserved for/],
    ['static/a.svg.br', /reserved for/],
    ['-a.svg', /not plain/],
    [`${'a'.repeat(200)}.svg`, /path is longer than/],
    [`${'a'.repeat(118)}.svg`, /name is longer than 121/],
    [`${'a/'.repeat(8)}a.svg`, /deeper than 8/],
  ])('may not be named %s', async (path, why) => {
    expect((await found({ [path]: '' })).join()).toMatch(why)
  })
  it('may not have names that are equal on some file systems', async () => {
    expect((await found({ 'Static/a.svg': '', 'static/A.svg': '' })).join()).toMatch(/upper and lower case/)
    expect((await found({ 'a.svg': '', 'a.svg/b.svg': '' })).join()).toMatch(/a file and a folder/)
  })
  it('are refused when they are text in another encoding than UTF-8', async () => {
    const files = remoteFiles()
    const hidden = new TextEncoder().encode('.alpha-a{color:red}')
    files.set('a.css', new Uint8Array([0xff, 0xfe, ...hidden]))
    files.set('a.woff2', new Uint8Array([0xff, 0xfe]))
    expect(await findingsOf('files', { files })).toEqual([
      'error: this is not UTF-8 text: let the build write UTF-8',
    ])
  })
  it('are refused above the limits', async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${at}.svg`, '']))
    expect((await found(many)).join()).toMatch(/404 files, at most 400/)
    expect((await found({ 'a.svg': 'x'.repeat(20_000_001) })).join()).toMatch(/bytes together/)
  })
  it('may include a page for the shell only', async () => {
    expect(await findingsOf('files', { declaration: null, files: shellFiles() })).toEqual([])
  })
})

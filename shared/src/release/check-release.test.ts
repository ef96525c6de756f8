// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { checkReportSchema } from '../contracts/releases/rollout.ts'
import { examineFixture, remoteFiles, report, shellReport } from './testing/release-fixture.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('F2 release checks', () => {
  it('accept a valid remote and a valid shell, and list the checks that ran', async () => {
    for (const result of [await report(), await shellReport()]) {
      expect(result.findings).toEqual([])
      expect(result.ok).toBe(true)
      expect(result.checked).toHaveLength(10)
      expect(checkReportSchema.parse(result)).toEqual(result)
    }
  })
  it('report the sizes and versions that were compared', async () => {
    const files = remoteFiles()
    const { facts } = await report({ files })
    expect(facts).toMatchObject({ contract: '1.0', hostContract: '1.2', files: 4, budgetBytes: 100_000 })
    expect(facts.bytes).toBe([...files.values()].reduce((sum, { length }) => sum + length, 0))
    expect(facts.javascriptBytes).toBeGreaterThan(0)
    expect(facts.shared).toEqual([{ name: 'react', range: '^19.3.0', host: '19.3.1', duplicateBytes: 0 }])
  })
  it('report files that cannot form a release', async () => {
    const { release, report: result } = await examineFixture({ files: remoteFiles({ '../a.js': '' }) })
    expect(release).toBeNull()
    expect(result).toMatchObject({ ok: false, findings: [{ check: 'files', level: 'error' }] })
    expect(checkReportSchema.parse(result)).toEqual(result)
  })
})

describe('F2 hostile files', () => {
  it.each([
    ['a manifest of brackets only', 'mf-manifest.json', '['.repeat(200_000)],
    ['a manifest that is huge', 'mf-manifest.json', `{"a":"${'x'.repeat(2_000_000)}"}`],
    ['a manifest with numbers for names', 'mf-manifest.json', '{"metaData":{"globalName":1}}'],
    ['a script of brackets', 'a.js', '('.repeat(200_000)],
    ['a script of arrays', 'a.js', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['a script of binary data', 'a.js', '\u0000\u0001\ufffd{{{'],
    ['an endless sum', 'a.js', `x=${'a+'.repeat(200_000)}a`],
    ['a style sheet of open rules', 'a.css', '.alpha-a{'.repeat(50_000)],
    ['a style sheet of open media', 'a.css', '@media x{'.repeat(50_000)],
    ['a selector of open functions', 'a.css', ':is('.repeat(20_000)],
    ['a style sheet that is huge', 'a.css', '.alpha-a{b:c}'.repeat(100_000)],
    ['a very long selector', 'a.css', `${'.alpha-a>'.repeat(50_000)}b,c{d:e}`],
  ])('cause an error within ten seconds: %s', async (_, path, text) => {
    const files = remoteFiles()
    files.set(path, bytes(text))
    const begun = process.cpuUsage()
    const result = await report({ files })
    expect(result.ok).toBe(false)
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(10_000)
    expect(JSON.stringify(result).length).toBeLessThan(20_000)
  })
  it.each([
    ['a script with many matches of a package copy', 'a.jsxs=1;'.repeat(100_000)],
    [
      'a script with many chunk globals',
      Array.from({ length: 30_000 }, (_, at) => `self.a${at}=self.a${at}||[];`).join(''),
    ],
  ])('are checked within ten seconds: %s', async (_, text) => {
    const begun = process.cpuUsage()
    const kept = [
      {
        version: '0.1.0',
        globals: { container: 'x', chunks: Array.from({ length: 50 }, (_, at) => `b${at}`) },
      },
    ]
    await report({ files: remoteFiles({ 'a.js': text }), kept })
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(10_000)
  })
  it('are accepted when unclosed brackets end within a value, as in a browser', async () => {
    const { ok } = await report({ files: remoteFiles({ 'a.css': `.alpha-a{b:${'('.repeat(200_000)}` }) })
    expect(ok).toBe(true)
  })
  it('cause a limited number of findings', async () => {
    const style = Array.from({ length: 5_000 }, (_, at) => `b${at}{c:d}`).join('')
    const { findings } = await report({ files: remoteFiles({ 'a.css': style }) })
    expect(findings.length).toBeLessThan(30)
    expect(findings.at(-1)?.message).toMatch(/^and \d+ more like these/)
  })
  it('cannot add lines to the report by line breaks in their names', async () => {
    const { findings } = await report({ files: remoteFiles({ 'a\nerror: all is well': '' }) })
    expect(findings.length).toBeGreaterThan(0)
    expect(findings.map(({ file }) => file).join('')).not.toContain('\n')
  })
})

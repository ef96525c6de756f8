import { expect, it } from 'vitest'
import { bundleOf, deployPartOf } from '../../testing/deploy-bundle.ts'
import { type ExamineInput, examineApart } from './examine.ts'

const NAME = 'alpha'
const input = (more: Record<string, string> = {}): ExamineInput => {
  const bundle = bundleOf(NAME, '1.0.0', more)
  const { declaration, version } = deployPartOf(bundle)
  const files = new Map(
    Object.entries(bundle.files).map(([path, content]) => [path, new TextEncoder().encode(content)]),
  )
  return { declaration: declaration ?? null, version, files, host: null, others: [], kept: [] }
}
const errors = (examined: Awaited<ReturnType<typeof examineApart>>) =>
  examined.report.findings.filter(({ level }) => level === 'error')

it('describes a release and reports on it', async () => {
  const examined = await examineApart(input())
  expect(errors(examined)).toEqual([])
  expect(examined.release).toMatchObject({ name: NAME, version: '1.0.0', entry: 'entry.js' })
  expect(Object.keys(examined.release?.integrity ?? {})).toEqual(['entry.js', 'static/style.css'])
})

it.each([
  ['code nested without end', { 'a.js': '('.repeat(400_000) }],
  ['code that goes on and on', { 'a.js': 'a=[['.repeat(100_000) }],
  ['styles nested without end', { 'a.css': `.${NAME}__a{`.repeat(100_000) }],
  ['brackets in styles', { 'a.css': `.${NAME}__a{width:${'calc('.repeat(100_000)}` }],
  ['a manifest of nothing but brackets', { 'mf-manifest.json': '['.repeat(200_000) }],
  ['megabytes that compress to nothing', { 'a.js': `var a = '${'0'.repeat(8_000_000)}'\n` }],
  ['a comment of megabytes', { 'a.css': `/*${'*'.repeat(8_000_000)}*/` }],
])('F4 survives %s, while this process answers others', async (_, more) => {
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), 10)
  const examined = await examineApart(input(more)).finally(() => clearInterval(ticking))
  expect(examined.report.checked.length).toBeGreaterThan(0)
  expect(ticks).toBeGreaterThan(3)
})

it('gives up what takes too long, or too much memory, with a report', async () => {
  expect(errors(await examineApart(input(), { timeoutMs: 1 }))).toMatchObject([
    { check: 'files', message: expect.stringContaining('took too long') },
  ])
  expect(errors(await examineApart(input(), { maxHeapMb: 8 }))).toMatchObject([
    { check: 'files', message: expect.stringContaining('took too much memory') },
  ])
})

import { expect, it } from 'vitest'
import { bundleOf, deployPartOf } from '../../../testing/deploys.ts'
import { type ExamineInput, examineInChildProcess } from './examine-release.ts'

const NAME = 'alpha'
const input = (more: Record<string, string> = {}): ExamineInput => {
  const bundle = bundleOf(NAME, '1.0.0', more)
  const { declaration, version } = deployPartOf(bundle)
  const files = new Map(
    Object.entries(bundle.files).map(([path, content]) => [path, new TextEncoder().encode(content)]),
  )
  return { declaration: declaration ?? null, version, files, host: null, others: [], kept: [] }
}
const errors = (examined: Awaited<ReturnType<typeof examineInChildProcess>>) =>
  examined.report.findings.filter(({ level }) => level === 'error')

it('the examination describes a release and reports on it', async () => {
  const examined = await examineInChildProcess(input())
  expect(errors(examined)).toEqual([])
  expect(examined.release).toMatchObject({ name: NAME, version: '1.0.0', entry: 'entry.js' })
  expect(Object.keys(examined.release?.integrity ?? {})).toEqual(['entry.js', 'static/style.css'])
})

it.each([
  ['deeply nested code', { 'a.js': '('.repeat(400_000) }],
  ['very long code', { 'a.js': 'a=[['.repeat(100_000) }],
  ['deeply nested styles', { 'a.css': `.${NAME}__a{`.repeat(100_000) }],
  ['deeply nested brackets in styles', { 'a.css': `.${NAME}__a{width:${'calc('.repeat(100_000)}` }],
  ['a deeply nested manifest', { 'mf-manifest.json': '['.repeat(200_000) }],
  ['megabytes of one character', { 'a.js': `var a = '${'0'.repeat(8_000_000)}'\n` }],
  ['a comment of several megabytes', { 'a.css': `/*${'*'.repeat(8_000_000)}*/` }],
])('F4 the examination survives %s and keeps the event loop free', async (_, more) => {
  let ticks = 0
  const ticking = setInterval(() => {
    ticks += 1
  }, 10)
  const examined = await examineInChildProcess(input(more)).finally(() => clearInterval(ticking))
  expect(examined.report.checked.length).toBeGreaterThan(0)
  expect(ticks).toBeGreaterThan(3)
})

it('the examination ends with an error finding when it takes too much time or memory', async () => {
  expect(errors(await examineInChildProcess(input(), { timeoutMs: 1 }))).toMatchObject([
    { check: 'files', message: expect.stringContaining('took too long') },
  ])
  const unlimitedHeap = { maxHeapMb: 256, maxMemoryMb: 30 }
  expect(errors(await examineInChildProcess(input(), unlimitedHeap))).toMatchObject([
    { check: 'files', message: expect.stringContaining('took too much memory') },
  ])
  expect(errors(await examineInChildProcess(input(), { maxHeapMb: 8 }))).toMatchObject([
    { check: 'files', message: expect.stringContaining('took too much memory') },
  ])
})

import type { CheckReport, Finding } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { painter, reportText } from './format.ts'

const report = (findings: Finding[], facts: Partial<CheckReport['facts']> = {}): CheckReport => ({
  ok: findings.every(({ level }) => level !== 'error'),
  checked: ['files', 'contract', 'shared', 'css', 'budget'],
  findings,
  facts: {
    contract: '1.0',
    hostContract: '1.2',
    files: 5,
    bytes: 44_900,
    javascriptBytes: 10_700,
    budgetBytes: 25_000,
    shared: [
      { name: 'react', range: '^19.3.0', host: '19.3.1', duplicateBytes: 0 },
      { name: '@tanstack/react-query', range: null, host: null, duplicateBytes: 12_345 },
    ],
    ...facts,
  },
})
const of = (checked: CheckReport, colours = false) =>
  reportText(
    { name: 'picks', version: '0.1.0-ab', against: 'http://127.0.0.1:4000' },
    checked,
    painter(colours),
  )
const lineOf = (text: string, word: string) => text.split('\n').find((line) => line.includes(word))

describe('F2 report of a release', () => {
  it('has one aligned line per check, with its facts', () => {
    const text = of(report([]))
    expect(lineOf(text, 'files  ')).toBe('  ✓ files     5 files, 44.9 kB')
    expect(lineOf(text, 'contract')).toBe('  ✓ contract  1.0, the shell has 1.2')
    expect(lineOf(text, 'css')).toBe('  ✓ css')
    expect(text).toContain('It may be deployed.')
  })

  it('lists shared packages with the host version and the bytes of copies', () => {
    const text = of(report([]))
    const [head, react, query] = ['SHARED PACKAGE', 'react  ', 'react-query'].map((word) =>
      lineOf(text, word),
    )
    expect(react).toMatch(/\^19\.3\.0 {2}19\.3\.1 +–$/)
    expect(query).toMatch(/any +none +12\.3 kB$/)
    expect(new Set([head?.length, react?.length, query?.length]).size).toBe(1)
  })

  it('lists errors before warnings, each with its file and wrapped text', () => {
    const text = of(
      report([
        { check: 'css', level: 'warning', message: 'a warning' },
        { check: 'css', level: 'error', file: 'static/css/a.css', message: 'word '.repeat(40).trim() },
      ]),
    )
    expect(lineOf(text, '1 error, 1 warning')).toBe('  ✗ css       1 error, 1 warning')
    expect(text.indexOf('✗ css  static/css/a.css')).toBeLessThan(text.indexOf('! css\n'))
    expect(text).toContain('It may not be deployed: 1 error.')
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  it('draws the budget as a bar, full when exceeded', () => {
    expect(lineOf(of(report([])), 'JavaScript')).toBe(
      `  JavaScript  ${'█'.repeat(13)}${'░'.repeat(17)}  10.7 kB of 25.0 kB brotli (43 %)`,
    )
    const over = of(report([], { javascriptBytes: 50_000 }))
    expect(lineOf(over, 'JavaScript')).toContain(`${'█'.repeat(30)}  50.0 kB of 25.0 kB brotli (200 %)`)
  })

  it('removes control sequences from findings', () => {
    const text = of(
      report([{ check: 'css', level: 'error', file: 'a\u001b[2Jb.css', message: 'x\u001b]0;y\u0007' }]),
    )
    expect(text).not.toContain('\u001b')
    expect(of(report([]), true)).toContain('\u001b[32m✓')
  })
})

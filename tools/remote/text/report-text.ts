import { styleText } from 'node:util'
import { type CheckId, type CheckReport, type Finding, SHELL_RELEASE_NAME } from '@propsight/shared/contracts'
import { kilobytes, table, withoutControlCharacters, wrap } from './format.ts'

const FORMATS = { error: 'red', warning: 'yellow', info: 'cyan', good: 'green' } as const

/** Colours text, or returns it unchanged when the caller writes to something other than a terminal. */
export const painter =
  (colours: boolean): Painter =>
  (mark, text) =>
    colours ? styleText(FORMATS[mark], text, { validateStream: false }) : text

const BAR = 30
const MARKS = { error: '✗', warning: '!', info: 'i', good: '✓' } as const
const TITLES = { error: 'error', warning: 'warning', info: 'note' } as const
type Level = Finding['level']

export type Painter = (mark: keyof typeof MARKS, text: string) => string

const counted = (count: number, level: Level): string => `${count} ${TITLES[level]}${count === 1 ? '' : 's'}`

/** The counts of a check's findings; without findings the facts it examined. */
function summary(check: CheckId, found: Finding[], { facts }: CheckReport): string {
  if (found.length > 0)
    return (['error', 'warning', 'info'] as const)
      .map((level) => ({ level, count: found.filter((finding) => finding.level === level).length }))
      .filter(({ count }) => count > 0)
      .map(({ level, count }) => counted(count, level))
      .join(', ')
  if (check === 'files')
    return `${facts.files} ${facts.files === 1 ? 'file' : 'files'}, ${kilobytes(facts.bytes)}`
  if (check === 'contract')
    return `${facts.contract}${facts.hostContract ? `, the shell has ${facts.hostContract}` : ', no shell to compare with'}`
  if (check === 'budget') return `${kilobytes(facts.javascriptBytes)} of ${kilobytes(facts.budgetBytes)}`
  if (check === 'shared')
    return `${facts.shared.length} ${facts.shared.length === 1 ? 'package' : 'packages'}`
  return ''
}

const worst = (found: Finding[]): keyof typeof MARKS =>
  (['error', 'warning', 'info'] as const).find((level) => found.some((one) => one.level === level)) ?? 'good'

function checkLines(report: CheckReport, paint: Painter): string {
  const rows = report.checked.map((check) => {
    const found = report.findings.filter((finding) => finding.check === check)
    return { mark: worst(found), check, says: summary(check, found, report) }
  })
  const width = Math.max(...rows.map(({ check }) => check.length))
  return rows
    .map(
      ({ mark, check, says }) =>
        `  ${paint(mark, MARKS[mark])} ${`${check.padEnd(width)}  ${says}`.trimEnd()}\n`,
    )
    .join('')
}

/** The findings with their files and solutions, the most severe first. */
export function findingLines(
  { findings }: CheckReport,
  paint: Painter,
  levels: readonly Level[] = ['error', 'warning', 'info'],
): string {
  return levels
    .flatMap((level) => findings.filter((finding) => finding.level === level))
    .map(({ level, check, file, message }) => {
      const where = file ? `  ${withoutControlCharacters(file)}` : ''
      return `\n  ${paint(level, `${MARKS[level]} ${check}`)}${where}\n${wrap(withoutControlCharacters(message), { indent: '    ' })}`
    })
    .join('')
}

function sharedLines(name: string, { facts }: CheckReport): string {
  if (facts.shared.length === 0) return ''
  if (name === SHELL_RELEASE_NAME) {
    const brought = facts.shared.map((shared) => [
      withoutControlCharacters(shared.name),
      shared.host ?? 'none',
    ])
    return `\n${table([['SHARED PACKAGE', 'THIS SHELL BRINGS'], ...brought])}`
  }
  const rows = facts.shared.map(({ name, range, host, duplicateBytes }) => [
    withoutControlCharacters(name),
    range ?? 'any',
    host ?? 'none',
    duplicateBytes ? kilobytes(duplicateBytes) : '–',
  ])
  return `\n${table([['SHARED PACKAGE', 'WANTS', 'HOST BRINGS', 'OWN COPY'], ...rows], { right: [3] })}`
}

function budgetMark(share: number): keyof typeof MARKS {
  if (share > 1) return 'error'
  return share > 0.9 ? 'warning' : 'good'
}

function budgetBar({ facts: { javascriptBytes, budgetBytes } }: CheckReport, paint: Painter): string {
  if (budgetBytes <= 0) return ''
  const share = javascriptBytes / budgetBytes
  const full = Math.min(BAR, Math.round(share * BAR))
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`
  const mark = budgetMark(share)
  return `\n  JavaScript  ${paint(mark, bar)}  ${kilobytes(javascriptBytes)} of ${kilobytes(budgetBytes)} brotli (${Math.round(share * 100)} %)\n`
}

/**
 * The report of a release as text: one line per check, the findings with their solutions, packages, and size.
 */
export function reportText(
  { name, version, against }: { name: string; version: string; against: string },
  report: CheckReport,
  paint: Painter,
): string {
  const errors = report.findings.filter(({ level }) => level === 'error').length
  return [
    `\n  ${name} ${version}, checked against ${against}\n\n`,
    checkLines(report, paint),
    findingLines(report, paint),
    sharedLines(name, report),
    budgetBar(report, paint),
    `\n  ${report.ok ? paint('good', 'It may be deployed.') : paint('error', `It may not be deployed: ${counted(errors, 'error')}.`)}\n\n`,
  ].join('')
}

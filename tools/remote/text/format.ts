import { styleText } from 'node:util'
import type { Audience, ReleasesResponse, Rollout } from '@propsight/shared/contracts'
import { type CheckId, type CheckReport, type Finding, SHELL_RELEASE_NAME } from '@propsight/shared/contracts'

const MAX_MESSAGE = 60
const EVENTS_SHOWN = 15
const RELEASE_COLUMNS =
  'VERSION,STATE,LOADS,FAILED,BROWSERS,FAILING,P50,P95,SIZE,PUBLISHED (UTC),BY,MESSAGE'.split(',')

const shorten = (text: string): string => {
  const clean = withoutControlCharacters(text)
  return clean.length > MAX_MESSAGE ? `${clean.slice(0, MAX_MESSAGE - 1)}…` : clean
}

/** The conditions of an audience besides its percentage. */
export const conditionsText = ({ plan, role, region, cohort }: Audience = {}): string =>
  [
    plan && ` with plan ${plan.join(' or ')}`,
    role && ` with role ${role}`,
    region && ` from ${region.join(' or ')}`,
    cohort && ` in cohort ${cohort.join(' or ')}`,
  ]
    .filter(Boolean)
    .join('')

const canaryOf = ({ canary, halted }: Rollout): string => {
  if (canary) return `${canary.version} at ${canary.percent} %${conditionsText(canary.audience)}`
  if (halted) return `halted: ${halted.version}${halted.reason ? ` (${shorten(halted.reason)})` : ''}`
  return '–'
}

/** The release that visitors currently get, as a phrase. */
export function liveText({ live, canary, retired }: Rollout): string {
  if (retired) return `retired${retired.redirectTo ? `, its paths lead to ${retired.redirectTo}` : ''}`
  if (canary)
    return `${canary.version} for ${canary.percent} % of visitors${conditionsText(canary.audience)}, ${live ?? 'nothing'} for the rest`
  return live ? `${live} for everybody` : 'nothing'
}

/** The output of `remote list`. */
export function rolloutsText(rollouts: Rollout[]): string {
  if (rollouts.length === 0) return 'Nothing is deployed.\n'
  return table([
    ['NAME', 'LIVE', 'BEFORE', 'CANARY', 'CHANGED (UTC)'],
    ...rollouts.map((rollout) => [
      rollout.name,
      rollout.retired ? 'retired' : (rollout.live ?? '–'),
      rollout.previous ?? '–',
      canaryOf(rollout),
      instant(rollout.updatedAt),
    ]),
  ])
}

/**
 * BROWSERS counts distinct reporters of a load and FAILING those with a failure: a signed-in user once, and other
 * visitors by network address.
 */
const figures = ({ loads }: ReleasesResponse['releases'][number]): string[] => [
  String(loads.ok + loads.failed),
  percent(loads.failureRate),
  String(loads.reporters),
  String(loads.failing),
  loads.p50Ms === null ? '–' : `${loads.p50Ms} ms`,
  loads.p95Ms === null ? '–' : `${loads.p95Ms} ms`,
]

/** The output of `remote list NAME`: releases with load statistics from browsers and addresses, and the history. */
export function releasesText({ name, rollout, releases, events }: ReleasesResponse, origin: string): string {
  const head = `\n${name}: ${liveText(rollout)} · canary ${canaryOf(rollout)} · generation ${rollout.generation}\n\n`
  const list = table(
    [
      RELEASE_COLUMNS,
      ...releases.map((release) => [
        release.version,
        release.verdict === 'failing' ? `${release.state}, failing` : release.state,
        ...figures(release),
        kilobytes(release.size),
        instant(release.publishedAt),
        shorten(release.publishedBy),
        shorten(release.message),
      ]),
    ],
    { right: [2, 3, 4, 5, 6, 7, 8] },
  )
  const done = events
    .slice(0, EVENTS_SHOWN)
    .map((event) => [
      instant(event.at),
      event.action,
      event.version ?? '',
      shorten(event.actor),
      shorten(event.message),
    ])
  const kinds = releases.flatMap(({ version, loads }) => {
    const parts = Object.entries(loads.kinds).map(([kind, count]) => `${shorten(kind)} ${count}`)
    return parts.length ? [[version, parts.join(', ')]] : []
  })
  const addresses = releases.flatMap(({ version, permanentPath }) =>
    permanentPath ? [[version, origin + withoutControlCharacters(permanentPath)]] : [],
  )
  const failures = releases.flatMap(({ version, loads }) =>
    loads.failures.map(({ at, kind, phase, detail, trace }) => [
      instant(at),
      version,
      [kind, phase].filter(Boolean).join(' in '),
      trace ?? '–',
      withoutControlCharacters(detail ?? ''),
    ]),
  )
  return [
    head,
    list,
    kinds.length ? `\nHow loads failed\n${table(kinds)}` : '',
    failures.length
      ? `\nLast failures (UTC, with the trace id in the logs of the API)\n${table(failures)}`
      : '',
    addresses.length ? `\nPermanent addresses, for as long as a release is kept\n${table(addresses)}` : '',
    done.length ? `\nHistory (UTC)\n${table(done)}` : '',
    '\n',
  ].join('')
}

/** Bytes as kB with one decimal. 1 kB is 1000 bytes, as everywhere in the product. */
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** A timestamp as `2026-07-15 16:04` in UTC; an invalid one is returned unchanged, null as a dash. */
export function instant(text: string | null): string {
  if (text === null) return '–'
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString().slice(0, 16).replace('T', ' ')
}

/** A share from 0 to 1 as a percentage; null as a dash. */
const percent = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`

/** Replaces control characters, which a terminal would interpret, in text from outside. */
export const withoutControlCharacters = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()

/** Formats rows as aligned columns, each as wide as its widest cell; the last column is not padded. */
export function table(rows: string[][], { indent = '  ', right = [] as number[] } = {}): string {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  const line = (row: string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        if (right.includes(column)) return cell.padStart(width)
        return column === row.length - 1 ? cell : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return rows.map((row) => `${indent}${line(row)}\n`).join('')
}

/** Wraps a text to indented lines. Widths in characters. */
export function wrap(text: string, { indent = '  ', width = 96 } = {}): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line && indent.length + line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  if (line) lines.push(line)
  return lines.map((part) => `${indent}${part}\n`).join('')
}

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

type Painter = (mark: keyof typeof MARKS, text: string) => string

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

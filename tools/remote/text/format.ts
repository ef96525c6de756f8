import type { ReleasesResponse, Rollout } from '@propsight/shared/contracts'

const MAX_MESSAGE = 60
const EVENTS_SHOWN = 15

const shorten = (text: string): string => {
  const clean = withoutControlCharacters(text)
  return clean.length > MAX_MESSAGE ? `${clean.slice(0, MAX_MESSAGE - 1)}…` : clean
}

const canaryOf = ({ canary, halted }: Rollout): string => {
  if (canary) return `${canary.version} at ${canary.percent} %`
  if (halted) return `halted: ${halted.version}${halted.reason ? ` (${shorten(halted.reason)})` : ''}`
  return '–'
}

/** The release that visitors currently get, as a phrase. */
export function liveText({ live, canary, retired }: Rollout): string {
  if (retired) return `retired${retired.redirectTo ? `, its paths lead to ${retired.redirectTo}` : ''}`
  if (canary)
    return `${canary.version} for ${canary.percent} % of visitors, ${live ?? 'nothing'} for the rest`
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

/** The output of `remote list NAME`: releases with load statistics from browsers, and the history. */
export function releasesText({ name, rollout, releases, events }: ReleasesResponse): string {
  const head = `\n${name}: ${liveText(rollout)} · canary ${canaryOf(rollout)} · generation ${rollout.generation}\n\n`
  const list = table(
    [
      [
        'VERSION',
        'STATE',
        'LOADS',
        'FAILED',
        'BROWSERS',
        'FAILING',
        'P50',
        'P95',
        'SIZE',
        'PUBLISHED (UTC)',
        'BY',
        'MESSAGE',
      ],
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

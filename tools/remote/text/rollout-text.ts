import type { ReleasesResponse, Rollout } from '@propsight/shared/contracts'
import { instant, kilobytes, percent, table, withoutControlCharacters } from './format.ts'

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

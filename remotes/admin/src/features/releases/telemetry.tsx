import type { TelemetryResponse } from '@propsight/shared/contracts'
import { numberText } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { Panel, type TableColumn } from '@propsight/shared/ui'
import { timeText } from '../../components/format.ts'
import { AdminTable, FIGURE, List, WIDE, WIDE_FIGURE, WIDE_TIME } from '../../components/list.tsx'
import screen from '../../components/screen.module.css'
import { usePages } from '../../state/admin-api.ts'

type Loads = Omit<TelemetryResponse['loads'][number], 'reporters' | 'lastAt'>
type RemoteError = Omit<TelemetryResponse['errors'][number], 'trace' | 'firstAt'>

const text = z.string()
const percentile = z.int().nullable()
/** The displayed part of `telemetryResponse`, for the reason in `release-queries.ts`. */
const shownTelemetry = z.object({
  loads: z.array(
    z.object({
      version: text,
      shell: text.nullable(),
      ok: z.int(),
      failed: z.int(),
      p50Ms: percentile,
      p95Ms: percentile,
      screens: z.int(),
      lcpMs: percentile,
      inpMs: percentile,
      cls: z.number().nullable(),
    }) satisfies z.ZodType<Loads>,
  ),
  errors: z.array(
    z.object({
      version: text,
      shell: text,
      fingerprint: text,
      kind: text,
      error: text,
      message: text,
      frames: z.array(text),
      route: text,
      count: z.int(),
      lastAt: text,
    }) satisfies z.ZodType<RemoteError>,
  ),
})

const figure = (value: number | null) => (value === null ? '—' : numberText(value))
const timesOf = ({ p50Ms, p95Ms }: Loads) => `${figure(p50Ms)} · ${figure(p95Ms)}`
const vitalsOf = ({ lcpMs, inpMs, cls }: Loads) => `${figure(lcpMs)} · ${figure(inpMs)} · ${cls ?? '—'}`

const LOADS: readonly TableColumn<Loads>[] = [
  {
    head: 'Release in shell',
    cell: (row) => (
      <>
        <span className={screen.strong}>{row.version}</span> in {row.shell ?? 'an older shell'}
        <span className={`${screen.under} u-narrow`}>Load p50 · p95: {timesOf(row)} ms</span>
        <span className={`${screen.under} u-narrow`}>LCP · INP, ms · CLS: {vitalsOf(row)}</span>
      </>
    ),
  },
  { head: 'Loads', ...FIGURE, cell: ({ ok, failed }) => numberText(ok + failed) },
  { head: 'Failed', ...FIGURE, cell: ({ failed }) => numberText(failed) },
  { head: 'Load p50 · p95, ms', ...WIDE_FIGURE, cell: timesOf },
  { head: 'LCP · INP, ms · CLS', ...WIDE_FIGURE, cell: vitalsOf },
]
const ERRORS: readonly TableColumn<RemoteError>[] = [
  {
    head: 'Error',
    cell: ({ kind, error, message, frames, version, route, lastAt }) => (
      <>
        <span className={screen.strong}>{error}</span> {message}
        <span className={screen.under}>
          {kind} in {version} on {route}
        </span>
        {frames[0] && <span className={screen.under}>{frames[0]}</span>}
        <span className={`${screen.under} u-narrow`}>{timeText(lastAt)}</span>
      </>
    ),
  },
  { head: 'Times', ...FIGURE, cell: ({ count }) => numberText(count) },
  { head: 'Shell', ...WIDE, cell: ({ shell }) => shell },
  { head: 'Last', ...WIDE_TIME, cell: ({ lastAt }) => timeText(lastAt) },
]
const NO_ERRORS = {
  icon: 'check',
  title: 'No browser reported an error',
  text: 'Errors of the last seven days appear here.',
} as const

/** What browsers reported about a remote in a week: loads and web vitals by release and shell, and errors. */
export function Telemetry({ name }: { name: string }) {
  const { first, ...pages } = usePages({
    list: 'telemetry',
    of: name,
    path: `/api/remotes/${name}/telemetry`,
    schema: shownTelemetry,
    rows: ({ errors }) => errors,
    next: () => null,
  })
  return (
    <>
      {first && first.loads.length > 0 && (
        <Panel title="Loads and web vitals">
          <AdminTable
            label="Loads and web vitals"
            columns={LOADS}
            rows={first.loads}
            keyOf={({ version, shell }) => `${version} ${shell}`}
          />
        </Panel>
      )}
      <Panel title="Errors">
        <List
          label="Errors"
          columns={ERRORS}
          keyOf={({ version, shell, fingerprint }) => `${version} ${shell} ${fingerprint}`}
          pages={pages}
          empty={NO_ERRORS}
          failed={{ server: 'Failed to read the errors' }}
        />
      </Panel>
    </>
  )
}

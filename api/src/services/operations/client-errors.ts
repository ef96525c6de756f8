import { createHash } from 'node:crypto'
import {
  type ClientError,
  type ClientErrorsBody,
  SHELL_RELEASE_NAME,
  scrubErrorText,
} from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { Metrics } from '../../platform/metrics.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import type { ErrorRow, RemotesRepository } from '../../repositories/remotes.ts'
import { anonymous } from '../releases/catalogue/audience.ts'
import type { ReleaseCatalogue } from '../releases/catalogue/catalogue.ts'

/** Metric label of remotes that are not deployed. */
const UNKNOWN = 'unknown'

export interface ClientErrorPorts {
  readonly repositories: { readonly remotes: Pick<RemotesRepository, 'recordErrors'> }
  releases: Pick<ReleaseCatalogue, 'read'>
  metrics: Pick<Metrics, 'clientErrors'>
  telemetry: Pick<Telemetry, 'report'>
}

/** Names of the live remotes. Reports are anonymous, so other names must not become metric labels. */
async function readLiveRemotes({ releases }: Pick<ClientErrorPorts, 'releases'>): Promise<Set<string>> {
  const catalogue = await releases.read().catch(() => null)
  return new Set(catalogue?.forVisitor(anonymous('')).registry.remotes.map(({ name }) => name))
}

/** Value of the metric label `remote`. */
function remoteLabel(remote: { name: string } | null | undefined, liveRemotes: ReadonlySet<string>): string {
  if (!remote) return SHELL_RELEASE_NAME
  return liveRemotes.has(remote.name) ? remote.name : UNKNOWN
}

const FINGERPRINT_CHARS = 16

/**
 * One kind of error: equal for the same class and message in every release. Versions, hashes and numbers are left out,
 * because they differ between occurrences.
 */
const fingerprintOf = (name: string, message: string): string =>
  createHash('sha256')
    .update(`${name} ${message.replace(/\d[\w.-]*/g, '#')}`)
    .digest('base64url')
    .slice(0, FINGERPRINT_CHARS)

/** The rows of a report, as the telemetry of the remotes stores them. Occurrences of one kind become one row. */
function toErrorRows(shell: string, errors: readonly ClientError[]): ErrorRow[] {
  const rows = new Map<string, ErrorRow>()
  for (const { kind, name: error, message: text, frames, remote, route, trace = null, count } of errors) {
    const { name, version } = remote ?? { name: SHELL_RELEASE_NAME, version: shell }
    const message = scrubErrorText(text)
    const fingerprint = fingerprintOf(error, message)
    const key = `${name} ${version} ${fingerprint}`
    const known = rows.get(key)
    const details = { kind, error, message, frames, route, trace }
    if (known) known.count += count
    else rows.set(key, { name, version, shell, fingerprint, ...details, count })
  }
  return [...rows.values()]
}

/**
 * Records errors of a browser: each as a metric, a log line, a trace span and in the telemetry of its remote. Scrubs
 * the messages again, because reports are anonymous.
 * @param log logger of the report's request; null when the errors are only counted
 */
export async function recordClientErrors(
  deps: ClientErrorPorts,
  { shell, errors }: ClientErrorsBody,
  log: Logger | null,
): Promise<void> {
  const liveRemotes = await readLiveRemotes(deps)
  for (const {
    kind,
    name,
    message: text,
    frames,
    remote,
    failure,
    route,
    requestId,
    trace,
    count,
  } of errors) {
    const message = scrubErrorText(text)
    const release = remote ? `${remote.name}@${remote.version}` : `${SHELL_RELEASE_NAME}@${shell}`
    deps.metrics.clientErrors.inc({ kind, remote: remoteLabel(remote, liveRemotes) }, count)
    if (!log) continue
    const failedRequest = requestId
    const fields = { kind, name, message, release, shell, route, failure, failedRequest, trace, count }
    log.warn({ clientError: { ...fields, frames } }, 'an error in a browser')
    deps.telemetry.report(
      'browser error',
      { name, message, frames },
      {
        'propsight.release': release,
        'propsight.shell': shell,
        'propsight.error_kind': kind,
        'propsight.failure': failure,
        'propsight.request_id': requestId,
        'propsight.load': trace,
        'propsight.count': count,
        'url.template': route,
      },
    )
  }
  if (!log) return
  await deps.repositories.remotes
    .recordErrors(toErrorRows(shell, errors))
    .catch((error: unknown) => log.warn({ err: error }, 'errors of browsers are not in the telemetry'))
}

import { type ClientErrorsBody, SHELL_RELEASE_NAME, scrubErrorText } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { Metrics } from '../../platform/metrics.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import type { ReleaseCatalogue } from '../releases/catalogue/catalogue.ts'

/** Metric label of remotes that are not deployed. */
const UNKNOWN = 'unknown'

export interface ClientErrorPorts {
  releases: Pick<ReleaseCatalogue, 'read'>
  metrics: Pick<Metrics, 'clientErrors'>
  telemetry: Pick<Telemetry, 'report'>
}

/** Names of the live remotes. Reports are anonymous, so other names must not become metric labels. */
async function readLiveRemotes({ releases }: Pick<ClientErrorPorts, 'releases'>): Promise<Set<string>> {
  const catalogue = await releases.read().catch(() => null)
  return new Set(catalogue?.forVisitor('').registry.remotes.map(({ name }) => name))
}

/** Value of the metric label `remote`. */
function remoteLabel(remote: { name: string } | null | undefined, liveRemotes: ReadonlySet<string>): string {
  if (!remote) return SHELL_RELEASE_NAME
  return liveRemotes.has(remote.name) ? remote.name : UNKNOWN
}

/**
 * Records errors of a browser: each as a metric, a log line and a trace span. Scrubs the messages again,
 * because reports are anonymous.
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
}

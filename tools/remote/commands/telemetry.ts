import {
  type TelemetryResponse,
  telemetryResponse,
  webhookResponse,
  webhookSecretResponse,
} from '@propsight/shared/contracts'
import type { CommandContext, CommandResult } from '../context.ts'
import { instant, table, withoutControlCharacters } from '../text/format.ts'

const FRAMES_SHOWN = 4

const inMs = (ms: number | null): string => (ms === null ? '–' : `${ms} ms`)

/** The output of `remote telemetry`: loads and web vitals by release and shell, then errors with their places. */
function telemetryText({ name, days, loads, errors }: TelemetryResponse): string {
  const heads = ['VERSION', 'SHELL', 'LOADS', 'FAILED', 'BROWSERS', 'P50', 'P95', 'LCP', 'INP', 'CLS']
  const rows = loads.map((row) => [
    row.version,
    row.shell ?? '–',
    String(row.ok + row.failed),
    String(row.failed),
    String(row.reporters),
    inMs(row.p50Ms),
    inMs(row.p95Ms),
    inMs(row.lcpMs),
    inMs(row.inpMs),
    row.cls === null ? '–' : String(row.cls),
  ])
  const described = errors.map((each) => {
    const times = `${each.count}×, ${instant(each.firstAt)} to ${instant(each.lastAt)}`
    const at = `${name} ${each.version} in shell ${each.shell}, on ${each.route}`
    const frames = each.frames.slice(0, FRAMES_SHOWN).map((frame) => `    at ${frame}`)
    return [`  ${each.error}: ${each.message} (${each.kind})`, `    ${times}; ${at}`, ...frames]
      .map((line) => `${line.match(/^ */)?.[0] ?? ''}${withoutControlCharacters(line)}\n`)
      .join('')
  })
  return [
    `\n${name}, the last ${days} days\n\n`,
    rows.length > 0
      ? `Loads (75th percentiles of the web vitals)\n${table([heads, ...rows], { right: [2, 3, 4, 5, 6, 7, 8, 9] })}`
      : 'No browser reported a load.\n',
    described.length > 0 ? `\nErrors (UTC)\n${described.join('\n')}` : '\nNo browser reported an error.\n',
    '\n',
  ].join('')
}

/** Shows what browsers reported about a remote: loads, web vitals and errors. */
export async function telemetry(
  { connect }: CommandContext,
  name: string,
  { days }: { days: number },
): Promise<CommandResult> {
  const api = await connect()
  const answer = await api.ask(`/api/remotes/${name}/telemetry?days=${days}`, telemetryResponse)
  return { document: answer, text: telemetryText(answer) }
}

export interface WebhookOptions {
  url?: string
  remove?: boolean
}

/** Sets, removes or shows the address that receives halts, rollbacks and new kinds of errors of a remote. */
export async function webhook(
  { connect }: CommandContext,
  name: string,
  { url, remove = false }: WebhookOptions,
): Promise<CommandResult> {
  const api = await connect()
  const path = `/api/remotes/${name}/webhook`
  if (url !== undefined || remove) {
    const body = { url: url ?? null }
    const { secret } = await api.ask(path, webhookSecretResponse, { method: 'PUT', body })
    const text =
      secret === null
        ? `${name} has no webhook any more.\n`
        : `${name}: events are sent to ${url}, signed as Standard Webhooks with this secret:\n${secret}\n`
    return { document: { name, url: url ?? null, secret }, text }
  }
  const { webhook: known } = await api.ask(path, webhookResponse)
  const waiting = known?.isWaiting ? `, waiting${known.lastError ? `: ${known.lastError}` : ''}` : ''
  const text = known
    ? `${name}: ${known.url}, last sent ${instant(known.sentAt)}${withoutControlCharacters(waiting)}\n`
    : `${name} has no webhook.\n`
  return { document: { name, webhook: known }, text }
}

import {
  type PreviewShell,
  previewLinkSchema,
  type Rollout,
  releasesResponse,
  retireBody,
  SHELL_RELEASE_NAME,
  type Verdict,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import type { ApiClient } from '../api/client.ts'
import {
  changeRollout,
  previewOf,
  previewText,
  type RolloutChange,
  readRollout,
  readRollouts,
  shownVersion,
} from '../api/releases.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { CommandFailure, commandLine, EXIT, usage } from '../failure.ts'
import { liveText, releasesText, rolloutsText } from '../text/format.ts'
import { readValues } from './config.ts'

/** Lists all rollouts, or the releases of one remote with the load statistics reported by browsers. */
export async function list({ connect }: CommandContext, name?: string): Promise<CommandResult> {
  const api = await connect()
  if (name === undefined) {
    const rollouts = await readRollouts(api)
    return { document: { rollouts }, text: rolloutsText(rollouts) }
  }
  const answer = await api.ask(`/api/remotes/${name}/releases`, releasesResponse)
  return { document: answer, text: releasesText(answer, api.connection.url) }
}

const conflict = (message: string, rollout: Rollout) =>
  new CommandFailure(EXIT.conflict, message, { rollout })

/**
 * Prints the planned change, changes the rollout if it is still the one that was read, and describes the
 * result.
 */
async function applyChange(
  context: CommandContext,
  api: ApiClient,
  change: RolloutChange,
  says: { will: string; next(after: Rollout): string },
): Promise<CommandResult> {
  const { progress } = context
  progress.note(`${change.name}: ${says.will}`)
  const rollout = await progress.step(change.action, () => changeRollout(api, change))
  return {
    document: { name: change.name, before: change.from, rollout, seconds: progress.seconds },
    text: `${change.name}: ${liveText(rollout)}. ${says.next(rollout)}\n`,
  }
}

const withApi = async (context: CommandContext, name: string) => {
  const api = await context.connect()
  return { api, from: await context.progress.step('read', () => readRollout(api, name)) }
}

/** @throws CommandFailure conflict when no canary is running */
async function withCanary(context: CommandContext, name: string, action: 'promote' | 'halt') {
  const { api, from } = await withApi(context, name)
  if (!from.canary) throw conflict(`${name} has no canary to ${action}${haltedText(from)}`, from)
  return { api, from, canary: from.canary }
}

const VERDICT_TEXT: Record<Verdict, string> = {
  failing: 'it failed in browsers',
  withdrawn: 'it was withdrawn',
  untested: 'no browser loaded it yet',
  worked: 'it loaded in browsers',
}

/**
 * Rolls back to the newest release that loaded in browsers, or to the named one. A named release that is newer
 * than the live one is a roll forward, which keeps the live one as fallback. Without `to` the server chooses the
 * release, so that it can distinguish the two cases.
 */
export async function rollback(
  context: CommandContext,
  name: string,
  { to, yes = false, message = '' }: { to?: string; yes?: boolean; message?: string },
): Promise<CommandResult> {
  const { api } = await withApi(context, name)
  const history = await api.ask(`/api/remotes/${name}/releases`, releasesResponse)
  const { rollout: from, rollbackTo, releases } = history
  if (from.retired && to === undefined)
    throw conflict(
      `${name} is retired: deploy it, or name the release that becomes live again, such as --to ${from.retired.version}`,
      from,
    )
  const target = to ?? rollbackTo?.version
  if (target === undefined)
    throw conflict(
      `${name} has no earlier release to go back to; ${commandLine(`list ${name}`)} lists its releases`,
      from,
    )
  if (target === from.live) throw conflict(`${name} ${target} is live already`, from)
  const skipped = to === undefined ? (rollbackTo?.skipped ?? []) : []
  for (const { version, verdict } of skipped)
    context.progress.note(`${name}: ${version} is skipped: ${VERDICT_TEXT[verdict]}`)
  const listed = releases.find(({ version }) => version === target)
  const verdict = to === undefined ? rollbackTo?.verdict : listed?.verdict
  if (verdict === 'failing')
    await context.confirm(`${name} ${target} failed in browsers before. Make it live for everybody?`, yes)
  const result = await applyChange(
    context,
    api,
    {
      action: 'rollback',
      name,
      from,
      message,
      force: yes || verdict === 'failing',
      ...(to === undefined ? {} : { version: to }),
      isDone: (rollout) => rollout.live === target,
    },
    {
      will: `${from.live ?? 'nothing'} → ${target}${verdict ? ` (${VERDICT_TEXT[verdict]})` : ''}${from.canary ? `; the canary ${from.canary.version} is at ${from.canary.percent} %` : ''}`,
      next: (after) => replacedReleaseText(name, from.live, after),
    },
  )
  return { ...result, document: { ...result.document, skipped } }
}

/** Makes the canary live for all visitors. */
export async function promote(
  context: CommandContext,
  name: string,
  { message = '' }: { message?: string },
): Promise<CommandResult> {
  const { api, from, canary } = await withCanary(context, name, 'promote')
  return applyChange(
    context,
    api,
    { action: 'promote', name, from, message, isDone: (rollout) => rollout.live === canary.version },
    {
      will: `${canary.version} from ${canary.percent} % to everybody, in place of ${from.live ?? 'nothing'}`,
      next: () => `Back with: ${commandLine(`rollback ${name}`)}`,
    },
  )
}

/** Ends the canary: all visitors get the live release. */
export async function halt(
  context: CommandContext,
  name: string,
  { message = '' }: { message?: string },
): Promise<CommandResult> {
  const { api, from, canary } = await withCanary(context, name, 'halt')
  return applyChange(
    context,
    api,
    {
      action: 'halt',
      name,
      from,
      message,
      isDone: (rollout) => rollout.canary === null && rollout.halted?.version === canary.version,
    },
    {
      will: `${canary.version} from ${canary.percent} % of visitors to none; ${from.live ?? 'nothing'} stays live`,
      next: () => `${canary.version} is withdrawn`,
    },
  )
}

/** Removes a remote from the registry. Its releases are kept, and deploying one of them makes it available again. */
export async function retire(
  context: CommandContext,
  name: string,
  { to, yes = false, message = '' }: { to?: string; yes?: boolean; message?: string },
): Promise<CommandResult> {
  const redirect = retireBody.shape.redirectTo.safeParse(to)
  if (!redirect.success) throw usage(`--to ${redirect.error.issues[0]?.message}; got '${to}'`)
  if (name === SHELL_RELEASE_NAME) throw usage('the shell cannot be retired: without it there is no page')
  const { api, from } = await withApi(context, name)
  const { live } = from
  if (live === null)
    throw conflict(
      from.retired ? `${name} is retired already` : `${name} has no live release to retire`,
      from,
    )
  const visitors = to === undefined ? 'find a notice at its paths' : `are redirected to ${to}`
  await context.confirm(
    `${name} ${live} is removed for everybody, and its visitors ${visitors}. Retire it?`,
    yes,
  )
  return applyChange(
    context,
    api,
    {
      action: 'retire',
      name,
      from,
      message,
      ...(to === undefined ? {} : { redirectTo: to }),
      isDone: (rollout) => rollout.retired?.version === live,
    },
    {
      will: `${live} → nothing; visitors ${visitors}`,
      next: () =>
        `Available again with: ${commandLine(`deploy ${name}`)} or ${commandLine(`rollback ${name} --to ${live}`)}`,
    },
  )
}

/** Describes the state of the release that was live before a rollback. */
function replacedReleaseText(name: string, replaced: string | null, after: Rollout): string {
  if (replaced === null) return ''
  if (replaced === after.previous)
    return `${replaced} stays as the fallback; back to it: ${commandLine(`rollback ${name}`)}`
  return `${replaced} is withdrawn; forward again: ${commandLine(`rollback ${name} --to ${replaced}`)}`
}

const haltedText = ({ halted }: Rollout): string =>
  halted ? `: ${halted.version} was halted${halted.reason ? ` (${halted.reason})` : ''}` : ''

export interface PreviewOptions {
  release?: string
  days?: number
  permanent?: boolean
  /** Values of the configuration, as `key=value`. */
  set?: string[]
  shell?: PreviewShell
  revoke?: boolean
}

/**
 * Creates a preview link of a release, or revokes all links of it. Without a version it is the canary, else the live
 * release.
 */
export async function preview(
  context: CommandContext,
  name: string,
  { release, days, permanent = false, set, shell, revoke = false }: PreviewOptions,
): Promise<CommandResult> {
  const api = await context.connect()
  const version = await shownVersion(api, name, release)
  if (revoke) {
    await api.ask(`/api/remotes/${name}/previews/revoke`, z.undefined(), {
      method: 'POST',
      body: { version },
    })
    return {
      document: { name, version, revoked: true },
      text: `${name} ${version}: all preview links are revoked; browsers that opened one return to the released version\n`,
    }
  }
  const body = {
    version,
    days: permanent ? null : days,
    shell,
    config: set && (await readValues(api, name, set)),
  }
  const link = await api.ask(`/api/remotes/${name}/previews`, previewLinkSchema, { method: 'POST', body })
  const created = previewOf(api, link)
  const shown = created.shell === undefined ? version : `${version} in the shell ${created.shell}`
  return { document: { name, ...created }, text: `${name} ${shown}. ${previewText(created)}` }
}

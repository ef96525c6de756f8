import { type Rollout, releasesResponse } from '@propsight/shared/contracts'
import type { ApiClient } from '../api/client.ts'
import { changeRollout, type RolloutChange, readRollout, readRollouts } from '../api/rollouts.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { CommandFailure, commandLine, EXIT } from '../failure.ts'
import { liveText, releasesText, rolloutsText } from '../text/rollout-text.ts'

/** Lists all rollouts, or the releases of one remote with the load statistics reported by browsers. */
export async function list({ connect }: CommandContext, name?: string): Promise<CommandResult> {
  const api = await connect()
  if (name === undefined) {
    const rollouts = await readRollouts(api)
    return { document: { rollouts }, text: rolloutsText(rollouts) }
  }
  const answer = await api.ask(`/api/remotes/${name}/releases`, releasesResponse)
  return { document: answer, text: releasesText(answer) }
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

/**
 * Rolls back to the previous release, or to the named one. A named release that is newer than the live one is
 * a roll forward, which keeps the live one as fallback. Without `to` the server chooses the release, so that
 * it can distinguish the two cases.
 */
export async function rollback(
  context: CommandContext,
  name: string,
  { to, message = '' }: { to?: string; message?: string },
): Promise<CommandResult> {
  const { api, from } = await withApi(context, name)
  const target = to ?? from.previous
  if (target === null)
    throw conflict(
      `${name} has no earlier release to go back to; ${commandLine(`list ${name}`)} lists its releases`,
      from,
    )
  if (target === from.live) throw conflict(`${name} ${target} is live already`, from)
  return applyChange(
    context,
    api,
    {
      action: 'rollback',
      name,
      from,
      message,
      ...(to === undefined ? {} : { version: to }),
      isDone: (rollout) => rollout.live === target,
    },
    {
      will: `${from.live ?? 'nothing'} → ${target}${from.canary ? `; the canary ${from.canary.version} is at ${from.canary.percent} %` : ''}`,
      next: (after) => replacedReleaseText(name, from.live, after),
    },
  )
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

/** Describes the state of the release that was live before a rollback. */
function replacedReleaseText(name: string, replaced: string | null, after: Rollout): string {
  if (replaced === null) return ''
  if (replaced === after.previous)
    return `${replaced} stays as the fallback; back to it: ${commandLine(`rollback ${name}`)}`
  return `${replaced} is withdrawn; forward again: ${commandLine(`rollback ${name} --to ${replaced}`)}`
}

const haltedText = ({ halted }: Rollout): string =>
  halted ? `: ${halted.version} was halted${halted.reason ? ` (${halted.reason})` : ''}` : ''

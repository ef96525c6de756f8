import { releasesResponse } from '@propsight/shared/contracts'
import { readRollouts } from '../api/rollouts.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { releasesText, rolloutsText } from '../text/rollout-text.ts'

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

import { type Rollout, rolloutAnswer, rolloutsAnswer } from '@propsight/shared/contracts'
import { CommandFailure, EXIT, failed } from '../failure.ts'
import type { ApiClient } from './client.ts'

const CHANGE_TIMEOUT_MS = 30_000

/** Every rollout that the credential may see: all with the admin key, its own with a deploy token. */
export async function readRollouts(api: ApiClient): Promise<Rollout[]> {
  return (await api.ask('/api/rollouts', rolloutsAnswer)).rollouts
}

const DEPLOY_TOKEN = /^psd_/

/**
 * Asks whether the credential may deploy, before anything is built for it. A token sees its own remote alone, once that
 * is deployed; what this cannot tell, the upload's answer does.
 * @throws CommandFailure unauthorised
 */
export async function assertMayDeploy(api: ApiClient, name: string): Promise<void> {
  const rollouts = await readRollouts(api)
  const { credential, credentialFrom } = api.connection
  const [own] = rollouts
  if (!own || own.name === name || !DEPLOY_TOKEN.test(credential ?? '')) return
  throw new CommandFailure(
    EXIT.unauthorised,
    `This deploy token opens ${own.name}, not ${name}. Shown was ${credentialFrom}.`,
  )
}

/** @throws CommandFailure where nothing of that name was ever deployed, or the token is another remote's */
export async function readRollout(api: ApiClient, name: string): Promise<Rollout> {
  const rollouts = await readRollouts(api)
  const found = rollouts.find((rollout) => rollout.name === name)
  if (found) return found
  const known = rollouts.map((rollout) => rollout.name).join(', ')
  throw failed(
    `Nothing called '${name}' was deployed to ${api.connection.url}, or this token is not for it.${known ? ` There is ${known}.` : ''}`,
  )
}

export interface RolloutChange {
  action: 'promote' | 'rollback' | 'halt'
  name: string
  /** The rollout that the change was decided on: another one in its place refuses it. */
  from: Rollout
  message: string
  /** With `rollback`: where to, instead of the release before. */
  version?: string
  /** Whether a rollout is what this change leads to. */
  isDone(rollout: Rollout): boolean
}

/**
 * Moves a pointer by compare-and-swap. Where the answer was lost the second try meets its own generation: then what
 * stands there says whether it was us.
 * @throws CommandFailure conflict where somebody else was faster
 */
export async function changeRollout(api: ApiClient, change: RolloutChange): Promise<Rollout> {
  const { action, name, from, message, version } = change
  const lostBefore = api.lost()
  const path = `/api/remotes/${name}/${action}`
  const body = { message, generation: from.generation, ...(version === undefined ? {} : { version }) }
  try {
    return (await api.ask(path, rolloutAnswer, { method: 'POST', body, timeoutMs: CHANGE_TIMEOUT_MS }))
      .rollout
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode !== EXIT.conflict || api.lost() === lostBefore)
      throw error
    const now = await readRollout(api, name)
    if (now.generation === from.generation + 1 && change.isDone(now)) return now
    throw error
  }
}

import { type Rollout, rolloutResponse, rolloutsResponse } from '@propsight/shared/contracts'
import { CommandFailure, EXIT, failed } from '../failure.ts'
import type { ApiClient } from './client.ts'

const CHANGE_TIMEOUT_MS = 30_000

/**
 * Reads the rollouts visible to the credential: all with the admin key, its own remote's with a deploy token.
 */
export async function readRollouts(api: ApiClient): Promise<Rollout[]> {
  return (await api.ask('/api/rollouts', rolloutsResponse)).rollouts
}

const DEPLOY_TOKEN = /^psd_/

/**
 * Checks before the build whether the credential may deploy the remote. A token sees only its own remote, and
 * only after the first deploy; otherwise the answer to the upload decides.
 * @throws CommandFailure unauthorised
 */
export async function assertMayDeploy(api: ApiClient, name: string): Promise<void> {
  const rollouts = await readRollouts(api)
  const { credential, credentialFrom } = api.connection
  const [own] = rollouts
  if (!own || own.name === name || !DEPLOY_TOKEN.test(credential ?? '')) return
  throw new CommandFailure(
    EXIT.unauthorised,
    `This deploy token opens ${own.name}, not ${name}. The request used ${credentialFrom}.`,
  )
}

/**
 * Reads one rollout. @throws CommandFailure when the remote was never deployed, or the token is of another
 * remote
 */
export async function readRollout(api: ApiClient, name: string): Promise<Rollout> {
  const rollouts = await readRollouts(api)
  const found = rollouts.find((rollout) => rollout.name === name)
  if (found) return found
  const names = rollouts.map((rollout) => rollout.name).join(', ')
  throw failed(
    `Nothing called '${name}' was deployed to ${api.connection.url}, or this token is not for it.${names ? ` Deployed: ${names}.` : ''}`,
  )
}

export interface RolloutChange {
  action: 'promote' | 'rollback' | 'halt' | 'retire'
  name: string
  /**
   * The rollout that the change is based on. If it has changed in the meantime, the server refuses the
   * change.
   */
  from: Rollout
  message: string
  /** With `rollback`: the target, instead of the one that the server chooses. */
  version?: string
  /** With `rollback`: also to a release that failed in browsers. */
  force?: boolean
  /** With `retire`: the path that replaces the paths of the remote. */
  redirectTo?: string
  /** Whether a rollout is the result of this change. */
  isDone(rollout: Rollout): boolean
}

/**
 * Changes a rollout by compare-and-swap. If an answer was lost, the retry may conflict with the command's own
 * first attempt; the current rollout then shows whether that attempt made the change.
 * @throws CommandFailure conflict when the rollout was changed in the meantime
 */
export async function changeRollout(api: ApiClient, change: RolloutChange): Promise<Rollout> {
  const { action, name, from, message, version, force, redirectTo } = change
  const lostBefore = api.lost()
  const path = `/api/remotes/${name}/${action}`
  const body = {
    message,
    generation: from.generation,
    ...(version === undefined ? {} : { version }),
    ...(force ? { force } : {}),
    ...(redirectTo === undefined ? {} : { redirectTo }),
  }
  try {
    return (await api.ask(path, rolloutResponse, { method: 'POST', body, timeoutMs: CHANGE_TIMEOUT_MS }))
      .rollout
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode !== EXIT.conflict || api.lost() === lostBefore)
      throw error
    const current = await readRollout(api, name)
    if (current.generation === from.generation + 1 && change.isDone(current)) return current
    throw error
  }
}

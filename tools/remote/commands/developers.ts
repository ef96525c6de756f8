import { developerBody } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { CommandContext, CommandResult } from '../context.ts'
import { usage } from '../failure.ts'

/** Grants or revokes the developer role, which allows to run a local remote inside the shell. */
export async function setDeveloper(
  { connect }: CommandContext,
  email: string,
  { granted }: { granted: boolean },
): Promise<CommandResult> {
  const body = developerBody.safeParse({ email })
  if (!body.success) throw usage(`'${email}' is no e-mail address`)
  const api = await connect()
  // The body of the answer is not used.
  await api.ask('/api/developers', z.unknown(), { method: granted ? 'PUT' : 'DELETE', body: body.data })
  return {
    document: { email, developer: granted },
    text: granted
      ? `${email} may now run a remote of their own machine in the shell.\n`
      : `${email} may no longer run a remote of their own machine in the shell.\n`,
  }
}

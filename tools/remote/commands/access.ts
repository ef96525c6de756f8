import {
  createTokenBody,
  createTokenResponse,
  developerBody,
  tokensResponse,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import type { CommandContext, CommandResult } from '../context.ts'
import { commandLine, usage } from '../failure.ts'
import { instant, table, withoutControlCharacters } from '../text/format.ts'

/** Grants or revokes the developer role, which allows to run a local remote inside the shell. */
export async function setDeveloper(
  { connect }: CommandContext,
  email: string,
  { granted }: { granted: boolean },
): Promise<CommandResult> {
  const body = developerBody.safeParse({ email })
  if (!body.success) throw usage(`'${email}' is not an e-mail address`)
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

/** Creates a token that can deploy only this remote. The secret is shown only in this answer. */
export async function createToken(
  { connect }: CommandContext,
  name: string,
  options: { label: string; days?: number },
): Promise<CommandResult> {
  const body = createTokenBody.safeParse({
    label: options.label,
    ...(options.days === undefined ? {} : { days: options.days }),
  })
  if (!body.success) throw usage(z.prettifyError(body.error))
  const api = await connect()
  const target = `PROPSIGHT_API=${api.connection.url}`
  const token = await api.ask(`/api/remotes/${name}/tokens`, createTokenResponse, {
    method: 'POST',
    body: body.data,
  })
  return {
    document: token,
    text: `
  ${token.token}

  It can deploy only ${token.name}, until ${instant(token.expiresAt)} UTC. It is not shown again.
  In CI: PROPSIGHT_TOKEN=… ${target} ${commandLine(`deploy ${token.name}`)}
  Revoke it: ${target} ${commandLine(`token revoke ${token.name} ${token.id}`)}${api.connection.fileOption ?? ''}
`,
  }
}

/** Revokes a token immediately. */
export async function revokeToken(
  { connect }: CommandContext,
  name: string,
  id: string,
): Promise<CommandResult> {
  if (!z.uuid().safeParse(id).success)
    throw usage(`'${id}' is not a token's ID; ${commandLine(`token list ${name}`)} shows them`)
  const api = await connect()
  await api.ask(`/api/remotes/${name}/tokens/${id}`, z.undefined(), { method: 'DELETE' })
  return { document: { name, id, revoked: true }, text: `The token ${id} can no longer deploy ${name}.\n` }
}

/** Lists the tokens of one remote, without their secrets. */
export async function listTokens({ connect }: CommandContext, name: string): Promise<CommandResult> {
  const api = await connect()
  const { tokens } = await api.ask(`/api/remotes/${name}/tokens`, tokensResponse)
  const state = ({ revokedAt, expiresAt }: (typeof tokens)[number]) => {
    if (revokedAt) return 'revoked'
    return Date.parse(expiresAt) <= Date.now() ? 'expired' : 'good'
  }
  return {
    document: { name, tokens },
    text: tokens.length
      ? table([
          ['ID', 'LABEL', 'STATE', 'EXPIRES (UTC)', 'LAST USED (UTC)', 'USES', 'REFUSED'],
          ...tokens.map((token) => [
            token.id,
            withoutControlCharacters(token.label),
            state(token),
            instant(token.expiresAt),
            instant(token.lastUsedAt),
            String(token.uses),
            String(token.refused),
          ]),
        ])
      : `${name} has no tokens.\n`,
  }
}

import { readFileSync, writeFileSync } from 'node:fs'
import type { CommandContext, CommandResult } from '../../../remote/context.ts'
import { usage } from '../../../remote/failure.ts'
import { readKitAddress } from './new.ts'

const FILE = 'package.json'
/** The kit as a dependency, with its address. */
const DEPENDENCY = /("@propsight\/remote-kit"\s*:\s*")([^"]*)(")/

/**
 * Makes the project in the current folder name the kit of the connected installation.
 * @throws CommandFailure usage when the folder has no project with the kit
 */
export async function upgrade({ connect }: CommandContext): Promise<CommandResult> {
  let text: string
  try {
    text = readFileSync(FILE, 'utf8')
  } catch {
    throw usage(`there is no ${FILE} in this folder`)
  }
  const from = DEPENDENCY.exec(text)?.[2]
  if (from === undefined) throw usage(`${FILE} has no dependency @propsight/remote-kit`)
  const to = await readKitAddress(await connect())
  if (from !== to)
    writeFileSync(
      FILE,
      text.replace(DEPENDENCY, (_, before, __, after) => before + to + after),
    )
  const next = `${FILE} names ${to}\n  before: ${from}\n\n  npm install && npm run build && npx propsight doctor\n`
  return { document: { from, to }, text: from === to ? `${to} is the current kit\n` : next }
}

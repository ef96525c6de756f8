import { releaseVersionSchema, remoteNameSchema } from '@propsight/shared/contracts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext, CommandResult, CommonOptions } from './context.ts'

/** Defines a subcommand, of `under` if it is given. */
export type Add = (name: string, description: string, under?: Command) => Command

/**
 * Runs a command with its parsed options. Each action imports its command lazily, so that a rollback loads no
 * bundler.
 */
export type Run = (
  options: CommonOptions,
  work: (context: CommandContext) => Promise<CommandResult>,
) => Promise<void>

/** Adds the options of every command, at the end of its help. */
export const addCommonOptions = (command: Command): Command =>
  command
    .option(
      '--api <url>',
      'the address of the Propsight (default: PROPSIGHT_API, else the npm start of this folder)',
    )
    .option('--token-file <file>', 'a file with the deploy token or admin key (default: PROPSIGHT_TOKEN)')
    .option('--token <token>', 'the token itself; others on this machine can see it')
    .option('--json', 'one JSON document on standard output, and nothing else there')

/** Adds the conditions on visitors who get a canary or a value. All that are named must hold. */
export const addAudienceOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--percent <n>', 'share of visitors (a canary without conditions: 10)').argParser(
        parseInteger(0, 100),
      ),
    )
    .option('--plan <plan...>', 'accounts with one of these plans')
    .option('--role <role>', 'user: signed in; developer')
    .option('--region <code...>', 'visitors from one of these regions, such as US or US-NJ')
    .option('--cohort <name...>', 'members of one of these cohorts')

/** Parses the name of a remote. @throws InvalidArgumentError, which commander reports */
export function parseName(text: string): string {
  if (remoteNameSchema.safeParse(text).success) return text
  throw new InvalidArgumentError(
    'A name begins with a small letter and has small letters, digits and dashes.',
  )
}

/** Parses a release version. @throws InvalidArgumentError, which commander reports */
export function parseVersion(text: string): string {
  if (releaseVersionSchema.safeParse(text).success) return text
  throw new InvalidArgumentError('A version looks like 1.2.3 or 1.2.3-abc123.')
}

/** A parser of whole numbers from `from` to `to`, both included. */
export const parseInteger =
  (from: number, to: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= from && value <= to) return value
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`)
  }

const MAX_MESSAGE = 500

/** Parses a message. @throws InvalidArgumentError, which commander reports */
export function parseMessage(text: string): string {
  if (text.length <= MAX_MESSAGE) return text
  throw new InvalidArgumentError(`It may have at most ${MAX_MESSAGE} characters.`)
}

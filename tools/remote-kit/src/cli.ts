#!/usr/bin/env node
import { PREVIEW_SHELLS } from '@propsight/shared/contracts'
import { Option } from 'commander'
import type { CommonOptions } from '../../remote/context.ts'
import { setCommand, stopped } from '../../remote/failure.ts'
import { runAsProcess, runCommandLine } from '../../remote/main.ts'
import { addCommonOptions, parseInteger, parseName, parseVersion, type Run } from '../../remote/options.ts'
import { addReleaseCommands, createBase } from '../../remote/program.ts'
import { type DevOptions, dev } from './commands/dev.ts'
import { BUNDLERS, create, type NewOptions, upgrade } from './commands/new.ts'
import { type TestOptions, testInShells } from './commands/test-in-shells.ts'
import { writeSlotTypes } from './commands/types.ts'
import { DIST, readDeclaration } from './plugins/project.ts'

/** The name in the remote.json of the current folder. */
function declaredName(): string | undefined {
  try {
    return readDeclaration('.').name
  } catch {
    return undefined
  }
}

const FIRST_PORT = 4200

/** The commands of `propsight`: those for releases, and the creation, development and tests of a remote. */
export function createKitProgram(run: Run) {
  const { program, add, named } = createBase(
    'propsight',
    'Builds, runs and releases a remote of Propsight outside of its repository.',
    'new streaks --bundler vite',
    declaredName(),
  )
  addCommonOptions(
    add('new', 'create a remote in a new folder, with a build by the chosen bundler')
      .argument('<name>', 'its name, also used in addresses', parseName)
      .addOption(new Option('--bundler <name>', 'its build').choices([...BUNDLERS]).default('vite'))
      .option('--title <title>', 'the title that users see (default: the name)'),
  ).action((name: string, options: CommonOptions & NewOptions) =>
    run(options, (context) => create(context, name, options)),
  )
  addCommonOptions(add('upgrade', 'use the kit of the installation as it is now')).action(
    (options: CommonOptions) => run(options, upgrade),
  )
  addCommonOptions(
    add('types', 'write the types of the slots that live remotes and this folder declare'),
  ).action((options: CommonOptions) => run(options, writeSlotTypes))
  addCommonOptions(
    named('dev', 'show the builds of this folder in a running Propsight, and reload it after each')
      .addOption(
        new Option('--port <n>', 'port on this machine')
          .argParser(parseInteger(1, 65_535))
          .default(FIRST_PORT),
      )
      .option('--watch <script>', 'the npm script that builds after every edit', 'watch'),
  ).action((name: string, options: CommonOptions & DevOptions) =>
    run(options, (context) => dev(context, name, options)),
  )
  addCommonOptions(
    named('test', 'run the browser tests of this folder in the live, the previous and the candidate shell')
      .addOption(
        new Option('--release <version>', 'the release (default: the canary, else the live one)').argParser(
          parseVersion,
        ),
      )
      .addOption(
        new Option('--shell <name...>', 'only in these shells')
          .choices(PREVIEW_SHELLS)
          .default([...PREVIEW_SHELLS], 'all'),
      )
      .option('--run <script>', 'the npm script that runs the tests', 'test:browser'),
  ).action((name: string, options: CommonOptions & TestOptions) =>
    run(options, (context) => testInShells(context, name, options)),
  )
  addReleaseCommands(add, named, run, DIST)
  return program
}

setCommand('npx propsight')
await runAsProcess((args, io) => runCommandLine(args, io, createKitProgram), stopped)

import { runRemote } from '../main.ts'

export interface Outcome {
  code: number
  stdout: string
  stderr: string
  /** The document of `--json`. @throws SyntaxError when standard output is not a single JSON document */
  json(): Record<string, unknown>
}

/** Runs one command line in this process, without the environment variables of this machine. */
export async function runCommand(
  args: string[],
  { env = {}, signal = new AbortController().signal }: { env?: NodeJS.ProcessEnv; signal?: AbortSignal } = {},
): Promise<Outcome> {
  let stdout = ''
  let stderr = ''
  const code = await runRemote(args, {
    env: { PROPSIGHT_HOME: '/nonexistent', ...env },
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    signal,
    colours: false,
    retryMs: 1,
  })
  return { code, stdout, stderr, json: () => JSON.parse(stdout) as Record<string, unknown> }
}

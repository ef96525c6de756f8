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
  {
    env = {},
    signal = new AbortController().signal,
    answer,
  }: {
    env?: NodeJS.ProcessEnv
    signal?: AbortSignal
    /** The answer to a question of the command; without it there is no terminal. */
    answer?: boolean
  } = {},
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
    ask:
      answer === undefined
        ? null
        : async (question) => {
            stderr += question
            return answer
          },
    colours: false,
    retryMs: 1,
  })
  return { code, stdout, stderr, json: () => JSON.parse(stdout) as Record<string, unknown> }
}

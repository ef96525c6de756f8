/** See prepare.mjs. */
export function needsNoWorkspace(args: readonly string[]): boolean
export function standalonePackages(root: string): string[]
export function prepareWithoutWorkspace(from: {
  root: string
  node24: string
  say(text: string): void
  step(title: string, command: string, args: string[]): void
}): Promise<{ node: string; options: string[] }>

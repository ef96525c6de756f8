import { spawnSync } from 'node:child_process'
import { chooseBase } from './affected-tests.ts'
import { ROOT } from '../start/start-settings.ts'

export interface Changes {
  /** The name of the revision that was compared with. */
  base: string
  /** The merge base of that revision and HEAD. */
  commit: string
  /** Paths relative to the root, including removed files. */
  files: string[]
}

function git(args: string[]): { ok: boolean; output: string; error: string } {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (error) throw new Error(`git: ${error.message}`)
  return { ok: status === 0, output: stdout.trim(), error: stderr.trim() }
}

const list = (args: string[]): string[] => {
  const { ok, output, error } = git(args)
  if (!ok) throw new Error(`git ${args.join(' ')}: ${error}`)
  return output.split('\0').filter(Boolean)
}

/**
 * The files that differ between the working tree (including uncommitted and untracked files) and the merge
 * base of HEAD and the base revision.
 * @param revision the base; by default chosen by `chooseBase`
 * @throws Error when this is no git checkout, or the revision has no common ancestor with HEAD
 */
export function changedFiles(revision?: string): Changes {
  const exists = (name: string) => git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).ok
  const base = revision ?? chooseBase(git(['rev-parse', '--abbrev-ref', 'HEAD']).output, exists)
  const { ok, output: commit, error } = git(['merge-base', base, 'HEAD'])
  if (!ok)
    throw new Error(`No commit to compare with: ${error || `${base} shares none with HEAD`}; try --base REV`)
  const files = new Set([
    ...list(['diff', '--name-only', '--no-renames', '-z', commit]),
    ...list(['ls-files', '--others', '--exclude-standard', '-z']),
  ])
  return { base, commit, files: [...files].sort() }
}

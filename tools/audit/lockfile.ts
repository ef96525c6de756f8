import { type Finding, findingOf } from './finding.ts'

const PACKAGE = /^ {2}'?(@?[^\s'@]+@[^\s'()]+)'?:$/
const INTEGRITY = /integrity: (sha512-[A-Za-z0-9+/]{86}==)/
/** A source other than the registry, or the address of a registry. */
const ELSEWHERE = /\b(tarball|git\+|git@|https?:\/\/)/

/**
 * Audits the lockfile: every package has a sha512 hash, and none is fetched from a URL.
 * @param text the content of pnpm-lock.yaml
 */
export function auditLockfile(text: string): Finding[] {
  const packages = text.split(/^packages:$/m)[1]?.split(/^snapshots:$/m)[0] ?? ''
  const blocks = packages
    .split(/\n(?= {2}\S)/)
    .filter((block) =>
      PACKAGE.test(block.trimStart().split('\n')[0] ? `  ${block.trim().split('\n')[0]}` : ''),
    )
  const nameOf = (block: string) => block.trim().split('\n')[0] ?? ''
  const unsealed = blocks.filter((block) => !INTEGRITY.test(block)).map(nameOf)
  const lines = text.split('\n').filter((line) => ELSEWHERE.test(line) && !/deprecated:|engines:/.test(line))
  return [
    findingOf(
      'lockfile: every package has its hash',
      `${blocks.length} packages by sha512`,
      blocks.length ? unsealed : ['no package was found'],
    ),
    findingOf(
      'lockfile: nothing from an address',
      'the registry alone, which is named nowhere',
      lines.map((line) => line.trim().slice(0, 100)),
    ),
  ]
}

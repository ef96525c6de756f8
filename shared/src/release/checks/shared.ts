import { satisfies, valid, validRange } from 'semver'
import type { SharedPackage } from '../../contracts/releases/registry.ts'
import type { CheckReport } from '../../contracts/releases/release-checks.ts'
import { copiesIn } from '../code/copies.ts'
import type { Context, Findings } from '../context.ts'
import { shown } from '../text.ts'

type Facts = CheckReport['facts']['shared']

/** Packages that every shell shares; a copy of one is reported even if no shell is live. */
const ALWAYS_SHARED = ['react', 'react/jsx-runtime', 'react-dom', '@tanstack/react-query']

const broughtBy = (shared: readonly SharedPackage[], name: string): string | null =>
  shared.find((one) => one.name === name)?.version ?? null

const fits = (version: string, range: string | null): boolean =>
  range === null || satisfies(version, range, { includePrerelease: true })

/** Returns the bytes of the fallback files that a manifest lists for a package. */
function listedBytes({ manifest, files }: Context, name: string): number {
  if (!manifest || typeof manifest === 'string') return 0
  const chunks = manifest.shared
    .filter((one) => one.name === name)
    .flatMap(({ assets }) => [...(assets?.js.sync ?? []), ...(assets?.css.sync ?? [])])
  return [...new Set(chunks)].reduce((sum, file) => sum + (files.get(file)?.length ?? 0), 0)
}

/**
 * Checks one package that the remote expects from the shell.
 * @param bytes size of the remote's own copy; the version in the manifest does not tell whether there is one
 */
function checkWanted(wanted: SharedPackage, bytes: number, { host }: Context, findings: Findings): void {
  const { name, range, singleton } = wanted
  const package_ = `'${shown(name)}'`
  if (range !== null && validRange(range) === null) {
    findings.error(`${package_} is wanted as '${shown(range)}', which is no range: write one such as ^19.3.0`)
    return
  }
  if (!host) return
  const brought = broughtBy(host.shared, name)
  if (brought === null) {
    if (bytes > 0)
      findings.info(`${package_} is shared, and the shell has none: this remote's own copy is used`)
    else
      findings.error(
        `${package_} is wanted from the shell, which shares no such package: take it out of \`shared\` and bundle it`,
      )
    return
  }
  if (range === null)
    findings.warning(
      `${package_} is shared without a range: set requiredVersion, so that a misfit is noticed here`,
    )
  if (!fits(brought, range))
    findings.error(
      `${package_} is wanted as ${shown(range ?? '')}, and the shell brings ${brought}: build against ${brought}`,
    )
  if (!singleton)
    findings.error(
      `${package_} is shared without \`singleton: true\`: two copies on one page do not know each other`,
    )
}

function checkCopy(
  name: string,
  bytes: number,
  declared: boolean,
  { host }: Context,
  findings: Findings,
): void {
  const mend = declared
    ? `set \`import: false\` for it in \`shared\``
    : `add it to \`shared\` with \`singleton: true, import: false\``
  const message = `a copy of '${shown(name)}' (${bytes} bytes) is in the build, and the shell has one: ${mend}`
  if (host) findings.error(message)
  else findings.warning(message)
}

/**
 * Checks a remote: the shell provides every shared package in an accepted version, and there are no
 * duplicates.
 */
function checkRemote(context: Context, findings: Findings): Facts {
  const { declaration, release, host, scripts } = context
  if (declaration?.container)
    findings.info(
      'a build without a manifest does not tell what it shares: copies were looked for in its code',
    )
  const copies = copiesIn(scripts)
  const hosted = host ? host.shared.map(({ name }) => name) : ALWAYS_SHARED
  const facts: Facts = []
  const note = (name: string, range: string | null, declared: boolean, bytes: number) => {
    const isTwice = hosted.includes(name) && bytes > 0
    if (isTwice) checkCopy(name, bytes, declared, context, findings)
    const brought = host && broughtBy(host.shared, name)
    facts.push({ name, range, host: brought, duplicateBytes: isTwice ? bytes : 0 })
  }
  for (const wanted of release.shared) {
    const { name, range } = wanted
    const bytes = Math.max(copies.get(name) ?? 0, listedBytes(context, name))
    checkWanted(wanted, bytes, context, findings)
    note(name, range, true, bytes)
  }
  for (const [name, bytes] of copies)
    if (hosted.includes(name) && !release.shared.some((one) => one.name === name))
      note(name, null, false, bytes)
  return facts
}

/** Checks a shell: it provides the shared packages of all live remotes. */
function checkShell({ release, others }: Context, findings: Findings): Facts {
  for (const { name, version } of release.shared)
    if (version === null || valid(version) === null)
      findings.error(`the shell says that it shares '${shown(name)}' without a version that can be compared`)
  for (const other of others) {
    for (const { name, range, version } of other.shared) {
      const brought = broughtBy(release.shared, name)
      const wants = `'${other.name}', which is live, wants '${shown(name)}'${range ? ` as ${shown(range)}` : ''}`
      if (brought === null) {
        if (version === null) findings.error(`${wants}, and this shell shares none: keep sharing it`)
      } else if (!fits(brought, range))
        findings.error(
          `${wants}, and this shell brings ${brought}: deploy a '${other.name}' for both versions first`,
        )
    }
  }
  return release.shared.map(({ name, version }) => ({ name, range: null, host: version, duplicateBytes: 0 }))
}

/** Checks that shared packages exist once, in a version that the shell and all remotes accept (F3). */
export function checkShared(context: Context, findings: Findings): Facts {
  if (!context.declaration) return checkShell(context, findings)
  if (!context.host) findings.warning('no shell is live, so nothing says which packages it shares')
  return checkRemote(context, findings)
}

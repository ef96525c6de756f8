import { acceptsContract } from '../../contracts/remote-contract.ts'
import type { Context, Findings } from '../context.ts'
import { displayText } from '../manifest.ts'

const majorOf = (version: string): string => version.split('.')[0] ?? ''

/**
 * Checks that the live shell accepts the remote's contract, or that a new shell accepts those of all live
 * remotes.
 */
export function checkContract({ declaration, release, host, others }: Context, findings: Findings): void {
  if (!acceptsContract(release.contract, release.contract)) {
    findings.error(
      `'${displayText(release.contract, 20)}' is not a contract version: write 'major.minor' in remote.json, such as '1.0'`,
    )
    return
  }
  if (!declaration) {
    for (const { name, contract } of others)
      if (!acceptsContract(release.contract, contract))
        findings.error(
          `this shell has contract ${release.contract} and would refuse '${name}', which is live with contract ${contract}: ` +
            `first deploy a '${name}' for ${release.contract}, or keep the shell's contract within major ${majorOf(contract)}`,
        )
    return
  }
  if (!host) {
    findings.warning('no shell is live, so the contract cannot be compared')
    return
  }
  if (acceptsContract(host.contract, release.contract)) return
  findings.error(
    majorOf(host.contract) === majorOf(release.contract)
      ? `built against contract ${release.contract}, but the live shell has ${host.contract}: wait for the newer ` +
          `shell, or build against ${host.contract} if the remote needs nothing newer`
      : `built against contract ${release.contract}, but the live shell has ${host.contract}: it would refuse this ` +
          `remote before any download; build against ${host.contract}`,
  )
}

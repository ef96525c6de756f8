export { runAdmin } from './admin/main.ts'
export {
  FIRST_PAINT_FILE,
  filesOf,
  findApps,
  integrityOf,
  readRelease,
  SHELL,
} from './federation/apps.ts'
export { buildAll, precompress, writeRelease } from './federation/build-apps.ts'
export { checkBundleSizes } from './federation/check-bundle-sizes.ts'
export { publishBuilds, storeRelease } from './federation/publish.ts'
export { defineShellConfig } from './federation/shell-config.ts'
export { command } from './lib/command.ts'
export { firstFreePort, randomFirstPort } from './lib/environment.ts'
export { needsNoWorkspace, standalonePackages } from './remote/standalone/prepare.mjs'
export { type Outcome, runCommand } from './remote/testing/run-command.ts'
export { publishAndSeed, publishTo } from './start/publish-local.ts'
export { ROOT } from './start/start-settings.ts'
export { SMALL_HEAP } from './start/supervised-service.ts'

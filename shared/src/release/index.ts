export { type CheckInput, checkRelease, examineRelease, unreadableReport } from './check-release.ts'
export { BUDGETS, isChartsChunk, KB } from './checks/budget.ts'
export { deriveRelease, ReleaseError } from './derive-release.ts'
export type { Files, HostFacts, KeptRelease, LiveRemote, ReleaseGlobals } from './manifest.ts'
export {
  globalsOf,
  HOST_FILE,
  type HostFile,
  hasIntegrity,
  hostFileSchema,
  integrityOf,
} from './manifest.ts'

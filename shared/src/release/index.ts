export { type CheckInput, checkRelease, examineRelease, unreadableReport } from './check-release.ts'
export { BUDGETS, isChartsChunk, KB } from './checks/budget.ts'
export {
  deriveRelease,
  type Files,
  globalsOf,
  HOST_FILE,
  type HostFacts,
  type HostFile,
  hasIntegrity,
  hostFileSchema,
  integrityOf,
  type KeptRelease,
  type LiveRemote,
  ReleaseError,
  type ReleaseGlobals,
} from './derive-release.ts'

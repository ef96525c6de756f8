interface ImportMetaEnv {
  /** Contents of the remote's `remote.json`; defined on the harness page only. */
  readonly HARNESS_DECLARATION?: unknown
  readonly HARNESS_SCENARIO?: unknown
}

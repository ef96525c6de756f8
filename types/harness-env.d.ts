interface ImportMetaEnv {
  /** remote.json of the remote in the harness; the harness's own page only. */
  readonly HARNESS_DECLARATION?: unknown
  readonly HARNESS_SCENARIO?: unknown
}

interface ImportMetaEnv {
  /** Version of the release that contains this code; absent if nothing was built, as in tests. */
  readonly BUILD_VERSION?: string
}
interface ImportMeta {
  readonly env?: ImportMetaEnv
}

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css' {}

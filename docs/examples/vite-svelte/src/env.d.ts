declare module '*.svelte' {
  import type { ShellApi } from '@propsight/remote-kit'
  import type { Component } from 'svelte'

  const component: Component<{ shell: ShellApi }>
  export default component
}

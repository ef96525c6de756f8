declare module '*.vue' {
  import type { ShellApi } from '@propsight/remote-kit'
  import type { DefineComponent } from 'vue'

  const component: DefineComponent<{ shell: ShellApi }>
  export default component
}

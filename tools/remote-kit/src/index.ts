/** The contract between the shell and a remote. */
export type { ApiError } from '@propsight/shared/client'
export type {
  ApiClient,
  ApiRequest,
  Readable,
  RemoteModule,
  RemoteProps,
  SessionUser,
  ShellApi,
  ShellLocation,
  Toast,
} from '@propsight/shared/contracts'
export { defineRemote } from '@propsight/shared/contracts'

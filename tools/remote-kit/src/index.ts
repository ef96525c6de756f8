/** The contract between the shell and a remote. */
export { type ApiError, Extension, type ExtensionProps } from '@propsight/shared/client'
export type {
  ApiClient,
  ApiRequest,
  ExtensionDefinition,
  ExtensionRequest,
  Readable,
  RemoteModule,
  RemoteProps,
  RenderedExtension,
  SessionUser,
  ShellApi,
  ShellLocation,
  Toast,
} from '@propsight/shared/contracts'
export { defineExtension, defineRemote } from '@propsight/shared/contracts'
export { defineRoot } from './define-root.ts'

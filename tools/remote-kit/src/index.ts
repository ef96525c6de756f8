/** The contract between the shell and a remote. */
export {
  type ApiError,
  Extension,
  type ExtensionProps,
  Slot,
  type SlotComponentProps,
  useConfig,
} from '@propsight/shared/client'
export type {
  ApiClient,
  ApiRequest,
  ConfigOf,
  DeclaredSlotProps,
  ExtensionDefinition,
  ExtensionRequest,
  Readable,
  RemoteModule,
  RemoteProps,
  RenderedExtension,
  SessionUser,
  ShellApi,
  ShellLocation,
  SlotLine,
  SlotName,
  SlotProps,
  Toast,
} from '@propsight/shared/contracts'
export { defineContribution, defineExtension, defineRemote } from '@propsight/shared/contracts'
export { defineRoot } from './define-root.ts'

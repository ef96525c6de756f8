/** Replaces `@supabase/storage-js` in the shell's build: the product stores no files in Supabase Storage. */
export class StorageClient {
  from(): never {
    throw new Error('File storage is not part of this build')
  }
}
export class StorageApiError extends Error {}

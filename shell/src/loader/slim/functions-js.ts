/** Replaces `@supabase/functions-js` in the shell's build: the product calls no edge functions. */
export class FunctionsClient {
  setAuth(): void {}
  invoke(): never {
    throw new Error('Edge functions are not part of this build')
  }
}
export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export const FunctionRegion = {}

/**
 * Replaces `@supabase/realtime-js` in the shell's build (tools/federation/shell-config.ts): the product opens
 * no live channel, and the client always creates this object.
 */
export class RealtimeClient {
  setAuth(): Promise<void> {
    return Promise.resolve()
  }
  getChannels(): never[] {
    return []
  }
  channel(): never {
    throw new Error('Live channels are not part of this build')
  }
  removeChannel(): Promise<'ok'> {
    return Promise.resolve('ok')
  }
  removeAllChannels(): Promise<'ok'[]> {
    return Promise.resolve([])
  }
}

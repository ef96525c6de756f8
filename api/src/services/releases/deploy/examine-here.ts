import { brotliCompressSync, constants } from 'node:zlib'
import { examineRelease } from '@propsight/shared/release'
import type { Examined, ExamineInput } from './examine-release.ts'

const BROTLI_QUALITY = 11

const brotli = (bytes: Uint8Array): number =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length

/** Describes and checks a release in this process. It can block the process for long; see `examineInChildProcess`. */
export const examineInProcess = async (input: ExamineInput): Promise<Examined> =>
  examineRelease({ ...input, brotli })

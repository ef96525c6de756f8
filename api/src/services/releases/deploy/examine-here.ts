import { brotliCompressSync } from 'node:zlib'
import { examineRelease } from '@propsight/shared/release'
import type { Examined, ExamineInput } from './examine-release.ts'

/** Describes and checks a release in this process. It can block the process for long; see `examineInChildProcess`. */
export const examineInProcess = async (input: ExamineInput): Promise<Examined> =>
  // The default quality of zlib is the best one.
  examineRelease({ ...input, brotli: (bytes) => brotliCompressSync(bytes).length })

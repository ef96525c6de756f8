import { gradeOfEra } from '@propsight/shared/domain'

/** A pitcher's grade by his ERA as a class; none between the two. */
export function eraGrade(era: number | null): string | undefined {
  const grade = gradeOfEra(era)
  return grade ? `u-${grade}` : undefined
}

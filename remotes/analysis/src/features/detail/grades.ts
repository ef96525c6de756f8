import { gradeEra } from '@propsight/shared/domain'

/** CSS class of an ERA's grade; undefined for an ERA between the good and the low band. */
export function eraGrade(era: string): 'u-good' | 'u-low' | undefined {
  const grade = gradeEra(era)
  return grade ? `u-${grade}` : undefined
}

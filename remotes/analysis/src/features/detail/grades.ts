import { gradeOfEra } from '@propsight/shared/domain'

/** CSS class of an ERA's grade; undefined for an ERA between the good and the low band. */
export function eraGrade(era: string): 'u-good' | 'u-low' | undefined {
  const grade = gradeOfEra(era)
  return grade ? `u-${grade}` : undefined
}

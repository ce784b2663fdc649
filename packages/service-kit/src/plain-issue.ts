import type { z } from '@tandem/contracts'

const formats: Record<string, string> = {
  uuid: 'a UUID',
  url: 'a URL',
  datetime: 'an ISO 8601 date-time',
  regex: 'of the documented form',
}
const types: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}
const units: Record<string, string> = { string: ' characters', array: ' entries', set: ' entries' }

/**
 * Our own messages for zod's issues, because the library's own change with its version. They never
 * repeat the value.
 */
export const plainIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${types[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'of the documented form'}`
    case 'too_small':
      return `must be at least ${issue.minimum}${units[issue.origin] ?? ''}`
    case 'too_big':
      return `must be at most ${issue.maximum}${units[issue.origin] ?? ''}`
    case 'unrecognized_keys':
      return 'is not a known field'
    default:
      return 'is not one of the documented forms'
  }
}

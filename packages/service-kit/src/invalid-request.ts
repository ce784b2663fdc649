import { AppError } from './app-error.ts'

export interface Issue {
  path: string
  message: string
}

const maxIssues = 20
const maxPathCharacters = 64

/**
 * Makes the error of an invalid request. Only the first twenty issues are shown, and the others counted, because a
 * small body can have many thousand.
 */
export function invalidRequest(issues: readonly Issue[]): AppError {
  const shown = issues.slice(0, maxIssues).map(({ path, message }) => ({ path: shortened(path), message }))
  const texts = shown.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const others = issues.length - shown.length
  if (others === 0) return new AppError('INVALID_REQUEST', texts.join('; '), { details: { issues: shown } })
  return new AppError('INVALID_REQUEST', [...texts, `and ${others} more`].join('; '), {
    details: { issues: shown, issue_count: issues.length },
  })
}

/**
 * Shortens a path of an issue. The caller chose its names, so they may have any length, and may
 * contain control characters that a terminal would obey.
 */
function shortened(path: string): string {
  const cut = path.length > maxPathCharacters ? `${path.slice(0, maxPathCharacters - 1)}…` : path
  return cut.replace(/\p{C}/gu, '\ufffd')
}

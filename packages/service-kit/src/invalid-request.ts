import { AppError } from './app-error.ts'

export interface Issue {
  path: string
  message: string
}

const mostIssues = 20
const mostPathCharacters = 64

/** Shows the first twenty issues and counts the others, because a small body can have many thousand. */
export function invalidRequest(issues: readonly Issue[]): AppError {
  const shown = issues.slice(0, mostIssues).map(({ path, message }) => ({ path: shortened(path), message }))
  const texts = shown.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const others = issues.length - shown.length
  if (others === 0) return new AppError('INVALID_REQUEST', texts.join('; '), { details: { issues: shown } })
  return new AppError('INVALID_REQUEST', [...texts, `and ${others} more`].join('; '), {
    details: { issues: shown, issue_count: issues.length },
  })
}

/** A path holds names that the caller chose: of any length, and with characters that command a terminal. */
function shortened(path: string): string {
  const cut = path.length > mostPathCharacters ? `${path.slice(0, mostPathCharacters - 1)}…` : path
  return cut.replace(/\p{C}/gu, '\ufffd')
}

import { Link } from '@tanstack/react-router'
import { en } from '../strings/en.ts'

export function NotFound() {
  return (
    <div className="tandem-note">
      <h1>{en.error.page}</h1>
      <p>
        <Link to="/">{en.error.home}</Link>
      </p>
    </div>
  )
}

import { en } from '../../strings/en.ts'

/** Stands where the form will be, as high as the form. */
export const FormPlace = () => <div className="tandem-panel swap-form-place" role="status" aria-label={en.loading} />

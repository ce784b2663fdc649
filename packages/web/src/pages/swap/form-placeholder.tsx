import { en } from '../../strings/en.ts'

/** A placeholder for the swap form, as high as the form. */
export const FormPlaceholder = () => (
  <div className="tandem-panel swap-form-placeholder" role="status" aria-label={en.loading} />
)

/** A refusal by this server's own rules. Its message says what to do, and contains no text of another server. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

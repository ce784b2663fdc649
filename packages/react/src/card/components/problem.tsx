/** Says in red why something failed. It shows nothing when the text is `null`. */
export function Problem({ text }: { text: string | null }) {
  return text === null ? null : (
    <p className="tandem-note" data-tone="bad" role="alert">
      {text}
    </p>
  )
}

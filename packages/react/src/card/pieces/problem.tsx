/** Says in red why something failed; nothing where nothing did. */
export function Problem({ text }: { text: string | null }) {
  return text === null ? null : (
    <p className="tandem-note" data-tone="bad" role="alert">
      {text}
    </p>
  )
}

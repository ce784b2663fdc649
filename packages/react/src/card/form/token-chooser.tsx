import { useId, useState } from 'react'
import { useCard } from '../card-context.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TokenIcon } from '../components/token-icon.tsx'
import { type ListedToken, listedTokens, searchTokens } from '../domain/token-list.ts'
import { en } from '../text/en.ts'

const text = en.tokens

interface TokenChooserProps {
  /** The id of the element that names the side, for the button's accessible name. */
  labelId: string
  title: string
  asset: string
  options: readonly string[]
  onChoose: (asset: string) => void
}

/** A button that shows the chosen token, and opens the list of the others. */
export function TokenChooser({ labelId, title, asset, options, onChoose }: TokenChooserProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { network } = useCard().config
  const id = useId()
  const [chosen] = listedTokens([asset], network)
  if (chosen === undefined) return null
  const choose = (wanted: string) => {
    setIsOpen(false)
    onChoose(wanted)
  }
  return (
    <>
      <button
        type="button"
        id={id}
        className="tandem-token"
        aria-haspopup="dialog"
        aria-labelledby={`${labelId} ${id}`}
        onClick={() => setIsOpen(true)}
      >
        <TokenIcon {...chosen} />
        <TokenName {...chosen} />
      </button>
      {isOpen ? (
        <Dialog title={title} role="dialog" onCancel={() => setIsOpen(false)}>
          <TokenList tokens={listedTokens(options, network)} chosen={asset} onChoose={choose} />
          <button type="button" className="tandem-button tandem-quiet" onClick={() => setIsOpen(false)}>
            {text.close}
          </button>
        </Dialog>
      ) : null}
    </>
  )
}

const TokenName = ({ symbol, chain }: Pick<ListedToken, 'symbol' | 'chain'>) => (
  <span className="tandem-token-name">
    <strong>{symbol}</strong> <span className="tandem-small tandem-soft">{en.on(chain)}</span>
  </span>
)

interface TokenListProps {
  tokens: readonly ListedToken[]
  chosen: string
  onChoose: (asset: string) => void
}

function TokenList({ tokens, chosen, onChoose }: TokenListProps) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const found = searchTokens(tokens, typed)
  return (
    <>
      <div className="tandem-field">
        <label htmlFor={id}>{text.search}</label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={text.placeholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            const [first] = found
            if (first !== undefined) onChoose(first.asset)
          }}
        />
      </div>
      <ul className="tandem-token-list">
        {found.map((token) => (
          <li key={token.asset}>
            <button
              type="button"
              className="tandem-token-choice"
              data-asset={token.asset}
              aria-pressed={token.asset === chosen}
              onClick={() => onChoose(token.asset)}
            >
              <TokenIcon {...token} />
              <TokenName {...token} />
              <span className="tandem-small tandem-soft tandem-token-full-name">{token.name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="tandem-small tandem-soft" role="status">
        {found.length === 0 ? text.none : text.count(found.length)}
      </p>
    </>
  )
}
